import { ELEMENT } from "../build/files.ts";

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

const POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'unsafe-inline'";

/** A page of another site, with a strict policy and hostile styles, which has the element. */
export const HOST = (text: string, attributes: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="${POLICY}; require-trusted-types-for 'script'; trusted-types 'none'" />
    <title>Another site</title>
    <style>:root { color-scheme: light dark } button, ol, svg, .cm-line { display: none !important } * { color: red }</style>
    <script type="module" src="./${ELEMENT}"></script>
  </head>
  <body><main><h1>Another site</h1><form>
    <agent-response-editor name="answer" file-name=".agent-response-phase8.json" ${attributes}>${escaped(text)}</agent-response-editor>
  </form></main></body>
</html>`;
