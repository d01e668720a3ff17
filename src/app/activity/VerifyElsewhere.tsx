type Props = {
  /** What the links lead to: "transaction". */
  subject: string
  /** Whole addresses on other explorers. */
  addresses: string[]
}

/** Other explorers' pages of the same thing, behind one button: Cairn shows what one service says. */
export function VerifyElsewhere({ subject, addresses }: Props) {
  return (
    <div className="verify">
      <button type="button" popoverTarget="verify" className="button">
        Verify elsewhere
      </button>
      <div id="verify" popover="auto" className="panel verify-menu stack-2 p-4 text-ink">
        <p className="text-sm text-muted">The same {subject} on other explorers</p>
        <ul className="stack-1 text-sm">
          {addresses.map((address) => (
            <li key={address}>
              <a href={address} target="_blank" rel="noopener noreferrer" className="link">
                {new URL(address).host}
                <span className="sr-only"> (opens in a new tab)</span>
              </a>
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}
