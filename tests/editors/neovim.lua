-- What a user of Neovim does, without a screen: nvim --headless -n -u neovim.lua, with FILE and SERVER in the environment.
-- Prints one JSON document: the findings at each step, and what was chosen.
local steps = {}

local function findings(buffer)
  local found = {}
  for _, it in ipairs(vim.diagnostic.get(buffer)) do
    local line = vim.api.nvim_buf_get_lines(buffer, it.lnum, it.lnum + 1, false)[1]
    table.insert(found, { message = it.message, marked = line:sub(it.col + 1, it.end_col), severity = it.severity })
  end
  return found
end

-- The finding whose message begins with some words.
local function marked(buffer, words)
  for _, it in ipairs(vim.diagnostic.get(buffer)) do
    if vim.startswith(it.message, words) then return it end
  end
end

local function wait_for(what, is_true)
  assert(vim.wait(30000, is_true, 20), 'waited in vain for ' .. what)
end

local function drive()
  vim.cmd('edit ' .. vim.fn.fnameescape(vim.env.FILE))
  local buffer = vim.api.nvim_get_current_buf()
  local id = vim.lsp.start_client({ name = 'agent-response', cmd = { vim.env.SERVER, 'lsp' }, root_dir = vim.fn.getcwd() })
  vim.lsp.buf_attach_client(buffer, id)
  wait_for('findings', function() return #vim.diagnostic.get(buffer) > 0 end)
  local client = vim.lsp.get_client_by_id(id)
  steps.encoding = client.offset_encoding
  steps.opened = findings(buffer)

  local mark = marked(buffer, 'Trailing comma')
  vim.api.nvim_win_set_cursor(0, { mark.lnum + 1, mark.col })
  local params = vim.lsp.util.make_range_params(0, client.offset_encoding)
  params.context = { diagnostics = {}, only = { 'quickfix' } }
  local answer = vim.lsp.buf_request_sync(buffer, 'textDocument/codeAction', params, 30000)[id]
  local action = assert(answer.result[1], 'no action at the finding')
  steps.action = action.title
  vim.lsp.util.apply_workspace_edit(action.edit, client.offset_encoding)
  wait_for('the fix', function() return not marked(buffer, 'Trailing comma') end)

  -- Between the quotes of a key without a name, in the payload.
  vim.fn.cursor(1, 1)
  vim.fn.search([[\V\\"\\": {\\"stack]], 'W')
  local column = vim.fn.col('.') + 1
  vim.api.nvim_win_set_cursor(0, { vim.fn.line('.'), column })
  params = vim.lsp.util.make_position_params(0, client.offset_encoding)
  answer = vim.lsp.buf_request_sync(buffer, 'textDocument/completion', params, 30000)[id]
  for _, item in ipairs(answer.result.items) do
    if item.label == 'frontmatter_metadata' then
      steps.completed = item.label
      local edits = { item.textEdit }
      vim.list_extend(edits, item.additionalTextEdits or {})
      vim.lsp.util.apply_text_edits(edits, buffer, client.offset_encoding)
    end
  end
  wait_for('no findings', function() return #vim.diagnostic.get(buffer) == 0 end)

  vim.cmd('write')
  steps.saved = findings(buffer)
  vim.lsp.stop_client(id)
  wait_for('the end of the server', function() return client.is_stopped() end)
end

vim.api.nvim_create_autocmd('VimEnter', {
  once = true,
  callback = function()
    local ok, why = pcall(drive)
    steps.error = not ok and tostring(why) or nil
    io.stdout:write(vim.json.encode(steps) .. '\n')
    vim.cmd(ok and 'qall!' or 'cquit 1')
  end,
})
