/** More lines would make the page slow. */
const MAX_LINES = 3000

/** Indented JSON with line numbers. Keys, strings and other values have a colour each. */
export function JsonLines({ text }: { text: string }) {
  const lines = text.split('\n')
  return (
    <section
      aria-label="JSON of the response"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
      tabIndex={0}
      className="min-h-0 overflow-y-auto bg-sunken py-3 focus-visible:-outline-offset-2 max-xl:max-h-[60dvh]"
    >
      <pre dir="ltr" className="font-mono text-xs leading-5 [counter-reset:line]">
        {lines.slice(0, MAX_LINES).map((line, index) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other identity.
            key={index}
            className="relative block ps-14 pe-4 wrap-anywhere whitespace-pre-wrap [counter-increment:line] before:absolute before:start-0 before:w-10 before:text-end before:text-faint before:content-[counter(line)]"
          >
            <Line text={line} />
          </span>
        ))}
      </pre>
      {lines.length > MAX_LINES && (
        <p className="px-4 pt-3 text-sm text-muted">
          {lines.length - MAX_LINES} more lines. The link above opens all of them.
        </p>
      )}
    </section>
  )
}

// A string, which is a key if a colon follows; a number or a word.
const TOKENS = /("(?:[^"\\]|\\.)*"(?=:)|"(?:[^"\\]|\\.)*"|-?[0-9][0-9.eE+-]*|true|false|null)/

function Line({ text }: { text: string }) {
  return text.split(TOKENS).map((part, index, parts) => {
    if (index % 2 === 0) return part
    const isKey = parts[index + 1]?.startsWith(':')
    const color = isKey ? 'text-transfer' : part.startsWith('"') ? 'text-mint' : 'text-etching'
    return (
      // Untrusted text must not change the direction of the text around it.
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a line have no other identity.
      <bdi key={index} className={color}>
        {part}
      </bdi>
    )
  })
}
