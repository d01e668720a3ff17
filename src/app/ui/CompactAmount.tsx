/** "about 888.9 billion", for amounts that are too long to grasp. In English, as the words around it. */
export function CompactAmount({ amount }: { amount: string }) {
  const value = Number(amount)
  if (value < 1_000_000 || value === Number.POSITIVE_INFINITY) return null
  const options = { maximumSignificantDigits: 4, numberingSystem: 'latn' } as const
  // Above a thousand trillion, most readers do not know the words.
  const isNameable = value < 1e15
  const notation = isNameable ? 'compact' : 'scientific'
  const parts = new Intl.NumberFormat('en', { ...options, notation, compactDisplay: 'long' })
    .formatToParts(value)
    .map(({ type, value }) =>
      type === 'exponentSeparator' ? (
        ' × 10'
      ) : type === 'exponentInteger' ? (
        <sup key="power">{value}</sup>
      ) : (
        value
      ),
    )
  return <p className="text-sm text-muted">about {parts}</p>
}
