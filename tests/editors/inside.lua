-- The story of docs/inside.md in Neovim, without a screen: nvim --headless -n -u inside.lua, with FILE and SERVER in the
-- environment. Prints one JSON document: what a user sees at each step, as lines of text.
local said = {}

local function say(line)
  table.insert(said, line)
end

local function wait_for(what, is_true)
  assert(vim.wait(30000, is_true, 20), 'waited in vain for ' .. what)
end

-- The findings, as the list of locations shows them, with the marked text.
local function list(buffer)
  for _, it in ipairs(vim.diagnostic.get(buffer)) do
    local line = vim.api.nvim_buf_get_lines(buffer, it.lnum, it.lnum + 1, false)[1]
    local kind = ({ 'error', 'warning', 'info', 'hint' })[it.severity]
    local mark = vim.fn.strcharpart(line:sub(it.col + 1, it.end_col), 0, 40)
    say(('%d:%d %s %s  [%s]'):format(it.lnum + 1, it.col + 1, kind, it.message, mark))
  end
  if #vim.diagnostic.get(buffer) == 0 then say('no findings') end
end

local function find(buffer, words)
  for _, it in ipairs(vim.diagnostic.get(buffer)) do
    if it.message:find(words, 1, true) then return it end
  end
end

-- The version of the text that the shown findings are about.
local judged
local publish = vim.lsp.handlers['textDocument/publishDiagnostics']
vim.lsp.handlers['textDocument/publishDiagnostics'] = function(err, result, ...)
  publish(err, result, ...)
  judged = result and result.version
end

local function drive()
  vim.cmd('edit ' .. vim.fn.fnameescape(vim.env.FILE))
  local buffer = vim.api.nvim_get_current_buf()
  local id = vim.lsp.start_client({ name = 'agent-response', cmd = { vim.env.SERVER, 'lsp' }, root_dir = vim.fn.getcwd() })
  vim.lsp.buf_attach_client(buffer, id)
  wait_for('findings', function() return judged ~= nil end)
  local client = vim.lsp.get_client_by_id(id)

  local function ask(method, params)
    return vim.lsp.buf_request_sync(buffer, method, params, 30000)[id].result
  end

  local function wait_for_findings()
    wait_for('the findings of the last change', function() return judged == vim.lsp.util.buf_versions[buffer] end)
  end

  -- `:lua vim.lsp.buf.code_action()`, and the first entry.
  local function fix(words)
    local mark = find(buffer, words)
    vim.api.nvim_win_set_cursor(0, { mark.lnum + 1, mark.col })
    local params = vim.lsp.util.make_range_params(0, client.offset_encoding)
    params.context = { diagnostics = {}, only = { 'quickfix' } }
    local action = ask('textDocument/codeAction', params)[1]
    say('  ' .. action.title)
    vim.lsp.util.apply_workspace_edit(action.edit, client.offset_encoding)
    wait_for_findings()
    assert(not find(buffer, words), 'still found: ' .. words)
  end

  -- Completion with CTRL-X CTRL-O, and the entry of this name.
  local function complete(label)
    local params = vim.lsp.util.make_position_params(0, client.offset_encoding)
    for _, item in ipairs(ask('textDocument/completion', params).items) do
      if item.label == label then
        say(('  %s  %s'):format(item.label, item.detail or ''))
        local edits = { item.textEdit }
        vim.list_extend(edits, item.additionalTextEdits or {})
        vim.lsp.util.apply_text_edits(edits, buffer, client.offset_encoding)
        return
      end
    end
    error('not offered: ' .. label)
  end

  -- Puts the cursor after a text.
  local function behind(text)
    vim.fn.cursor(1, 1)
    vim.fn.search([[\V]] .. text:gsub([[\]], [[\\]]), 'We')
    vim.api.nvim_win_set_cursor(0, { vim.fn.line('.'), vim.fn.col('.') })
  end

  -- What follows `i`: typed text, as it is.
  local function insert(text)
    vim.api.nvim_put({ text }, 'c', false, true)
  end

  say(':edit ' .. vim.fn.fnamemodify(vim.env.FILE, ':t'))
  list(buffer)
  say('Quick fix at the missing comma')
  fix('Missing comma')
  say('Completion after the opening brace of the payload')
  behind([["response": "{]])
  insert([[\n  ]])
  complete('sections')
  behind([[\"sections\": []])
  complete('quick_start')
  behind([[[\"quick_start\"]])
  insert(', ')
  complete('boundaries')
  wait_for_findings()
  list(buffer)
  say('Quick fix at the wrong sign')
  fix('is the sign for')
  list(buffer)
  vim.cmd('write')
  say(':write')
  vim.lsp.stop_client(id)
  wait_for('the end of the server', function() return client.is_stopped() end)
end

vim.api.nvim_create_autocmd('VimEnter', {
  once = true,
  callback = function()
    local ok, why = pcall(drive)
    io.stdout:write(vim.json.encode({ said = said, error = not ok and tostring(why) or nil }) .. '\n')
    vim.cmd(ok and 'qall!' or 'cquit 1')
  end,
})
