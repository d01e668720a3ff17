let marked: Element[] = []

/**
 * Marks the address, transaction or output that the reader points at, wherever else it stands in the
 * table. Done to the elements themselves: to draw a thousand rows anew at each move would be slow.
 */
export function markSame(table: Element, target: EventTarget | null): void {
  unmark()
  const place = target instanceof Element ? target.closest('td, .hash') : null
  const identity = place === null ? undefined : identityOf(findIdentified(place))
  if (identity === undefined) return
  const same = [...table.querySelectorAll(IDENTIFIED)].filter(
    (element) => identityOf(element) === identity,
  )
  if (same.length > 1) marked = same
  for (const element of marked) element.setAttribute('data-same', '')
}

export function unmark(): void {
  for (const element of marked) element.removeAttribute('data-same')
  marked = []
}

const IDENTIFIED = '.hash, td.output'

function findIdentified(place: Element): Element | null {
  return place.matches(IDENTIFIED) ? place : place.querySelector(IDENTIFIED)
}

/** A hash by its text; an output by its transaction, where the row names one, and its index. */
function identityOf(element: Element | null): string | undefined {
  if (element === null || element.classList.contains('absent')) return
  if (element.classList.contains('hash')) return element.textContent
  const transaction = element.parentElement?.querySelector('td:not(.output) a[href^="/tx/"]')
  return `${transaction?.textContent ?? ''}:${element.textContent}`
}
