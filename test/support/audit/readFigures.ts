import type { Page } from 'playwright-core'

/** A figure as a page shows it. */
export type ShownFigure = {
  /** "rune.holders" */
  name: string
  /** "1,587" */
  text: string
  /** All digits of a share, which its text cuts. */
  title: string | undefined
  /** Of a time, in seconds since 1970. */
  seconds: number | undefined
  /** In a table, the path of the first link of its row. */
  row?: string | undefined
}

export type ShownFigures = {
  figures: ShownFigure[]
  /** Texts with digits that no element names. */
  unnamed: string[]
}

/** Reads all figures that a page, or a part of it, shows, in their order. */
export function readFigures(page: Page, selector = 'main, [data-status]'): Promise<ShownFigures> {
  return page.evaluate(
    ([selector, notFigures]) => {
      const isSeen = (element: Element) => element.checkVisibility({ visibilityProperty: true })
      const areas = document.querySelectorAll(selector)
      const figures = [...areas]
        .flatMap((area) => [...area.querySelectorAll('[data-value]')])
        .filter((element) => isSeen(element) && element.closest('[data-axis]') === null)
        .map((element) => {
          const time = element.getAttribute('datetime')
          return {
            name: element.getAttribute('data-value') ?? '',
            text: element.textContent,
            title: element.getAttribute('title') ?? undefined,
            seconds: time === null ? undefined : Date.parse(time) / 1000,
            row: element.closest('tr')?.querySelector('a')?.pathname,
          }
        })
      const unnamed: string[] = []
      for (const area of areas) {
        const texts = document.createTreeWalker(area, NodeFilter.SHOW_TEXT)
        while (texts.nextNode()) {
          const { parentElement: parent, textContent } = texts.currentNode
          if (parent === null || !/\p{Nd}/u.test(textContent ?? '')) continue
          if (isSeen(parent) && parent.closest(notFigures) === null) unnamed.push(textContent ?? '')
        }
      }
      return { figures, unnamed }
    },
    [selector, NOT_FIGURES] as const,
  )
}

/**
 * Figures with a name, labels in drawings, whose figures a table has, identifiers, what strangers wrote, what readers type, and code.
 */
const NOT_FIGURES =
  '[data-value], [data-axis], [data-id], [data-untrusted], bdi, form [aria-hidden], input, textarea, option, code, pre'
