// Before anything is painted: the theme chosen here before, if any.
try {
  const chosen = localStorage.getItem("feltro-theme");
  if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
} catch { /* storage may be closed; the system's preference holds */ }
