// Before the page is drawn: sets the chosen theme, and whether a file will open, so that nothing flashes or moves.
const { dataset } = document.documentElement;
dataset.state = location.hash.startsWith("#s=") ? "work" : "empty";
try {
  dataset.theme = localStorage.theme ?? "";
  if (sessionStorage.getItem("agent-response file")?.startsWith('["",') === false) dataset.state = "work";
} catch {}
// of the site
// The editors are fetched now too, except for a link: there the findings come first, and `first.ts` fetches them.
if (!location.hash.startsWith("#s="))
  for (const href of document.currentScript.dataset.later?.split(" ") ?? [])
    document.head.append(
      Object.assign(document.createElement("link"), { rel: "modulepreload", crossOrigin: "", href }),
    );
// end
