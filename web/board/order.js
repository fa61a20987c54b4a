// @ts-check
// Puts children in another order with as few changes as possible: the browser works out anew each element
// that is put in.

/**
 * @param {Element} parent
 * @param {Element[]} order the children that are wanted, the lowest first
 */
export function arrange(parent, order) {
  const stood = new Map([...parent.children].map((child, index) => [child, index]));
  const known = order.filter((child) => stood.has(child));
  const growing = longestGrowing(known.map((child) => stood.get(child) ?? 0));
  const stays = new Set(known.filter((_, index) => growing.has(index)));
  /** @type {Element | null} */
  let above = null;
  for (const child of order.toReversed()) {
    if (!stays.has(child)) parent.insertBefore(child, above);
    above = child;
  }
}

/**
 * Where the longest growing run of numbers stands in a list: those keep their places, the others are moved.
 * @param {number[]} numbers
 */
function longestGrowing(numbers) {
  /** The smallest end of the runs of each length. @type {number[]} */
  const ends = [];
  /** What stands before each number in its run. @type {number[]} */
  const before = [];
  numbers.forEach((number, index) => {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if (numbers[ends[middle]] < number) low = middle + 1;
      else high = middle;
    }
    before.push(low > 0 ? ends[low - 1] : -1);
    ends[low] = index;
  });
  /** @type {Set<number>} */
  const run = new Set();
  for (let index = ends.at(-1) ?? -1; index >= 0; index = before[index]) run.add(index);
  return run;
}
