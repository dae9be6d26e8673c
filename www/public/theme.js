// Before the page is drawn: the theme that was chosen, and whether a file comes, so that nothing flashes or moves.
const { dataset } = document.documentElement;
dataset.state = location.hash.startsWith("#s=") ? "work" : "empty";
try {
  const theme = localStorage.getItem("theme");
  if (theme === "dark" || theme === "light") dataset.theme = theme;
  if (sessionStorage.getItem("agent-response file")?.startsWith('["",') === false) dataset.state = "work";
} catch {}
