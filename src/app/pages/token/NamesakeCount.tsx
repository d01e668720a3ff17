import type { Namesakes } from '../../../contract/directory.ts'

/** How many others use this symbol or name. Its place is kept: it may come later than the token. */
export function NamesakeCount({ namesakes }: { namesakes: Namesakes | undefined }) {
  return (
    <p className="min-h-6 text-sm">
      {namesakes !== undefined && countNamesakes(namesakes) > 0 && (
        <a href="#namesakes" className="link">
          {sayNamesakes(namesakes)}
        </a>
      )}
    </p>
  )
}

export function countNamesakes({ symbol, name }: Namesakes): number {
  return Math.max(symbol.total, name.total)
}

function sayNamesakes({ symbol, name }: Namesakes): string {
  const [total, what] = symbol.total >= name.total ? [symbol.total, 'symbol'] : [name.total, 'name']
  return total === 1 ? `One other uses this ${what}` : `${total} others use this ${what}`
}
