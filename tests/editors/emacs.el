;; What a user of Emacs does, without a screen: emacs --batch -q -l emacs.el, with FILE and SERVER in the environment.
;; Prints one JSON document: the findings at each step, and what was chosen.
(require 'package)
(package-initialize)
(require 'eglot)
(require 'flymake)
(require 'json)
(setq eglot-sync-connect 30 eglot-confirm-server-initiated-edits nil create-lockfiles nil make-backup-files nil)

(defvar steps nil)
(defun note (key value) (push (cons key value) steps))

(defun finish (status)
  (princ (concat (json-encode (reverse steps)) "\n"))
  (kill-emacs status))

(defun findings ()
  (vconcat (mapcar (lambda (it)
                     `((message . ,(flymake-diagnostic-text it))
                       (marked . ,(buffer-substring-no-properties (flymake-diagnostic-beg it) (flymake-diagnostic-end it)))))
                   (flymake-diagnostics))))

;; The finding with some words in its message.
(defun marked (words)
  (seq-find (lambda (it) (string-match-p words (flymake-diagnostic-text it))) (flymake-diagnostics)))

(defun wait-for (what is-true)
  (let ((end (+ (float-time) 30)))
    (while (not (funcall is-true))
      (when (> (float-time) end)
        (note 'error (format "waited in vain for %s" what))
        (finish 1))
      (accept-process-output nil 0.05))))

;; How many findings the server sent last: what is shown follows later, and old findings can be shown again until then.
(defvar n-sent nil)
(advice-add 'eglot-handle-notification :after
            (lambda (_server method &rest rest)
              (when (eq method 'textDocument/publishDiagnostics)
                (setq n-sent (length (plist-get rest :diagnostics))))))

(condition-case why
    (progn
      (find-file (getenv "FILE"))
      (add-to-list 'eglot-server-programs `(js-mode . (,(getenv "SERVER") "lsp")))
      (apply #'eglot (eglot--guess-contact))
      (flymake-mode 1)
      (flymake-start)
      (wait-for "findings" (lambda () (> (length (flymake-diagnostics)) 0)))
      (note 'opened (findings))
      (goto-char (flymake-diagnostic-beg (marked "Trailing comma")))
      (let ((action (aref (vconcat (eglot-code-actions (point) (point) "quickfix")) 0)))
        (note 'action (plist-get action :title))
        (eglot--apply-workspace-edit (plist-get action :edit)))
      ;; Between the quotes of a key without a name, in the payload.
      (goto-char (point-min))
      (search-forward "\\\"\\\": {\\\"stack")
      (goto-char (+ (match-beginning 0) 2))
      (eglot--signal-textDocument/didChange)
      (let* ((answer (jsonrpc-request (eglot-current-server) :textDocument/completion
                                      (eglot--TextDocumentPositionParams) :timeout 30))
             (item (seq-find (lambda (it) (equal (plist-get it :label) "frontmatter_metadata"))
                             (plist-get answer :items))))
        (note 'completed (plist-get item :label))
        (eglot--apply-text-edits (vconcat (list (plist-get item :textEdit)) (plist-get item :additionalTextEdits))))
      ;; Without a screen nobody is idle, which is when changes are sent.
      (eglot--signal-textDocument/didChange)
      (wait-for "an empty list" (lambda () (eql n-sent 0)))
      (save-buffer)
      (wait-for "no findings" (lambda () (= (length (flymake-diagnostics)) 0)))
      (note 'saved (findings))
      (eglot-shutdown (eglot-current-server))
      (finish 0))
  (error (note 'error (format "%S" why)) (finish 1)))
