// Before the page is drawn: the theme that was chosen, so that nothing flashes.
try {
  const theme = localStorage.getItem("theme");
  if (theme === "dark" || theme === "light") document.documentElement.dataset.theme = theme;
} catch {}
