"use strict";
(() => {
  const list = document.getElementById("clusters");
  if (!list) return;
  const all = [...list.children];
  const texts = new Map();
  const tools = document.createElement("div");
  tools.id = "tools";
  const filter = document.createElement("input");
  filter.type = "search";
  filter.placeholder = "Filter by name or folder";
  filter.setAttribute("aria-label", filter.placeholder);
  const order = document.createElement("select");
  order.setAttribute("aria-label", "Order of the clusters");
  for (const [value, name] of [["saving", "Most to free first"], ["files", "Most files first"], ["weakest", "Least alike first"], ["name", "By name"]]) {
    order.add(new Option(name, value));
  }
  const toggle = document.createElement("button");
  toggle.type = "button";
  toggle.textContent = "Open all";
  const count = document.createElement("output");
  tools.append(filter, order, toggle, count);
  list.before(tools);

  const text = (cluster) => {
    if (!texts.has(cluster)) texts.set(cluster, cluster.textContent.toLowerCase());
    return texts.get(cluster);
  };
  const look = () => {
    const wanted = filter.value.trim().toLowerCase();
    let shown = 0;
    for (const cluster of all) {
      cluster.hidden = wanted !== "" && !text(cluster).includes(wanted);
      shown += cluster.hidden ? 0 : 1;
    }
    count.value = wanted ? `${shown.toLocaleString("en")} of ${all.length.toLocaleString("en")}` : "";
  };
  let waiting = 0;
  filter.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(look, all.length > 500 ? 200 : 0);
  });
  const places = new Map(all.map((cluster, i) => [cluster, i]));
  const names = new Map();
  const name = (cluster) => {
    if (!names.has(cluster)) names.set(cluster, cluster.querySelector("b").textContent);
    return names.get(cluster);
  };
  const compare = {
    saving: () => 0,
    files: (a, b) => b.dataset.n - a.dataset.n,
    weakest: (a, b) => a.dataset.w - b.dataset.w,
    name: (a, b) => name(a).localeCompare(name(b)),
  };
  order.addEventListener("change", () => {
    const by = compare[order.value];
    list.append(...[...all].sort((a, b) => by(a, b) || places.get(a) - places.get(b)));
  });
  let open = false;
  toggle.addEventListener("click", () => {
    open = !open;
    toggle.textContent = open ? "Close all" : "Open all";
    for (const cluster of all) cluster.open = open;
  });
  addEventListener("beforeprint", () => { for (const cluster of all) cluster.open = true; });
  const aim = () => {
    const target = location.hash && document.getElementById(location.hash.slice(1));
    if (target && "open" in target) target.open = true;
  };
  addEventListener("hashchange", aim);
  aim();
})();
