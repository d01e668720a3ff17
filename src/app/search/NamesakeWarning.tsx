import { Numeral } from '../ui/numbers.tsx'

/** Says how many tokens share a `field`, such as "symbol", and what to do about it. */
export function NamesakeWarning({ total, field }: { total: number; field: string }) {
  return (
    <p>
      <strong>
        <Numeral value={total} /> tokens use this {field}.
      </strong>{' '}
      Anyone can deploy a token with any name or symbol; Cairn cannot vouch for any of them. Compare
      the deployer.
    </p>
  )
}
