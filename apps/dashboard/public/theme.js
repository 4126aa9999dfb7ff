// Before the first paint, so that no page flashes in the other theme. What is kept here, src/components/theme-menu.tsx writes.
(() => {
  const kept = localStorage.getItem("stela.theme");
  const isDark = kept === "dark" || (kept !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.dataset.theme = isDark ? "dark" : "light";
})();
