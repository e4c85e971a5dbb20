// The list of pages is folded on a phone and open beside the text.
"use strict";
(() => {
  const wide = matchMedia("(min-width: 60rem)");
  const lay = () => { for (const one of document.querySelectorAll("[data-wide-open]")) one.open = wide.matches; };
  wide.addEventListener("change", lay);
  lay();
})();
