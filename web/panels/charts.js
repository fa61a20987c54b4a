// @ts-check
// The printed charts, one key away; the row and column in use are lit.

import { el, refill } from "../dom.js";
import { chips } from "../cases.js";

/** @import { Table } from "../state.js" */
/** @import { Chart } from "../types/wire" */

/** A chart with more columns than this is printed small. */
const WIDE = 8;

/**
 * A card with every chart.
 * @param {Table} table
 * @param {() => [string, string] | null} inUse the chart and its row or column
 */
export function chartsCard(table, inUse) {
  const { title } = table;
  const card = el("article", { class: "charts" });
  const lit = inUse();
  const pick = el("select", { "aria-label": "Chart" }, ...title.charts.map((chart) => el("option", { value: chart.id }, chart.title)));
  const asked = lit?.[0] ?? chartOf(table)?.id;
  if (asked) pick.value = asked;
  const area = el("div", { class: "chart-scroll" });
  const draw = () => {
    const chart = title.charts.find((entry) => entry.id === pick.value) ?? title.charts[0];
    refill(area, chart ? chartTable(chart, lit && lit[0] === chart.id ? lit[1] : "") : el("p", {}, "This game has no charts."));
  };
  pick.addEventListener("change", draw);
  refill(card, el("div", { class: "card-head" }, el("h3", {}, "Charts"), title.charts.length > 1 ? pick : null), area);
  draw();
  // A wide chart is turned to the column in use.
  requestAnimationFrame(() => {
    const cell = area.querySelector("thead .lit");
    if (!cell) return;
    const [frame, box] = [area.getBoundingClientRect(), cell.getBoundingClientRect()];
    area.scrollLeft += (box.left + box.right - frame.left - frame.right) / 2;
  });
  return card;
}

/**
 * The chart that the question or the lesson is about.
 * @param {Table} table
 */
function chartOf(table) {
  const cases = [...(table.decision?.cases ?? []), ...(table.lesson?.cases ?? [])];
  return table.title.charts.find((chart) => cases.includes(chart.case));
}

/**
 * @param {Chart} chart
 * @param {string} lit the name of the row or column that is used
 */
export function chartTable(chart, lit) {
  const column = lit ? chart.columns.indexOf(lit) : -1;
  return el("figure", { class: chart.columns.length > WIDE ? "chart wide" : "chart", "data-chart": chart.id },
    el("figcaption", {}, chart.title, chips([chart.case])),
    el("table", {},
      el("thead", {}, el("tr", {}, ...chart.columns.map((name, index) => el("th", { scope: "col", class: index === column ? "lit" : null }, name)))),
      el("tbody", {}, ...chart.rows.map((row) => el("tr", { class: lit && row[0] === lit ? "lit" : null },
        ...row.map((cell, index) => index === 0
          ? el("th", { scope: "row" }, cell)
          : el("td", { class: index === column ? "lit" : null }, cell.replace(/^-(?=\d)/, "−"))))))),
    chart.note ? el("p", { class: "quiet-words" }, chart.note) : null);
}
