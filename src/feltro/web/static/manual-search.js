// The search of the manual where no server answers: the index lies beside the pages, and a word finds what begins like its stem.
"use strict";
(() => {
  const form = document.querySelector(".manual-search[data-root]"), found = document.getElementById("achados");
  if (!form || !window.manualIndex) return;
  const fold = (said) => said.toLowerCase().normalize("NFD").replace(/[\u0300-\u036f]/g, "");
  // Long words are cut as the index cuts them: what is left is a beginning that both share.
  const stem = (word) => (word.length > 5 ? word.slice(0, Math.max(4, word.length - 3)) : word);
  const look = (said) => {
    const words = (fold(said).match(/[a-z0-9]+/g) || []).filter((word) => word.length > 2).map(stem);
    if (!words.length) return [];
    const score = (row) => words.reduce((sum, word) => sum + (fold(row[2]).includes(word) ? 6 : 0) + (fold(row[3]).includes(word) ? 3 : 0), 1);
    return window.manualIndex.filter((row) => words.every((word) => row[4].some((one) => one.startsWith(word) || word.startsWith(one) && one.length > 3)))
      .map((row) => [score(row), row]).sort((a, b) => b[0] - a[0]).slice(0, 12).map((pair) => pair[1]);
  };
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("input", () => {
    const said = form.querySelector("input").value, rows = look(said), list = document.createElement("ul");
    list.className = "manual-found";
    for (const [file, anchor, title, page] of rows) {
      const item = document.createElement("li"), link = document.createElement("a"), small = document.createElement("small");
      link.href = `${form.dataset.root}/${file}#${anchor}`;
      link.textContent = title;
      small.textContent = page === title ? "" : ` ${page}`;
      item.append(link, small);
      list.append(item);
    }
    found.replaceChildren(rows.length || !said.trim() ? list : document.createTextNode(form.dataset.nothing.replace("…", said)));
  });
})();
