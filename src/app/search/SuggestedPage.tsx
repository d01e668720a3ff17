import { Numeral } from '../ui/numbers.tsx'
import { UntrustedText } from '../ui/UntrustedText.tsx'
import type { Suggestion } from './chooseSuggestions.ts'
import { KindIcon } from './KindIcon.tsx'

/** One suggestion in at most two lines: name, detail, kind and principal. */
export function SuggestedPage({ icon, kind, name, detail, principal }: Suggestion) {
  return (
    <>
      <span className="flex flex-wrap items-baseline gap-x-2">
        <span className="self-center text-muted">
          <KindIcon kind={icon} />
        </span>
        <span className="font-semibold">
          {typeof name === 'string' ? (
            <UntrustedText text={shorten(name)} />
          ) : (
            <>
              Block <Numeral value={name.height} />
            </>
          )}
        </span>
        {detail && (
          <span className="text-sm text-muted">
            <UntrustedText text={shorten(detail)} />
          </span>
        )}
        {kind !== undefined && <span className="ms-auto text-sm text-muted">{kind}</span>}
      </span>
      {principal !== undefined && (
        <span className="font-mono text-sm text-muted">{shorten(principal)}</span>
      )}
    </>
  )
}

/** Shortens hashes and addresses to eight characters at each end, as `Hash` does. */
function shorten(text: string): string {
  return text
    .replace(/\b([0-9a-f]{8})[0-9a-f]{32,64}([0-9a-f]{8})\b/g, '$1…$2')
    .replace(/^(S[0-9A-Z]{7})[0-9A-Z]{12,26}([0-9A-Z]{8}\.)/, '$1…$2')
}
