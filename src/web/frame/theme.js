// Sets the theme that the visitor chose, before the page is drawn. So it must block, and stay small.
try {
  const theme = localStorage.getItem('theme');
  if (theme) document.documentElement.dataset.theme = theme;
} catch {
  // Without storage, the page follows the system.
}
