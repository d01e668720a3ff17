import { useRef } from 'react'
import type { JsonValue } from '../../../contract/json.ts'
import type { Token, TokenAttribute } from '../../../contract/schemas/token.ts'
import { allowImageHost } from '../../ui/allowedImageHosts.ts'
import { directionOf } from '../../ui/language.ts'
import { Mark } from '../../ui/Mark.tsx'
import { Amount } from '../../ui/numbers.tsx'
import { RemoteImage, useImage } from '../../ui/RemoteImage.tsx'
import { ShowAll } from '../../ui/ShowAll.tsx'
import { Day } from '../../ui/Time.tsx'
import { UntrustedParagraph, UntrustedText } from '../../ui/UntrustedText.tsx'
import { JsonView } from './JsonView.tsx'
import {
  descriptionIn,
  imageAddress,
  imageAddresses,
  type LocalizedToken,
  renditionOf,
} from './localizedToken.ts'

export function textsOf(token: Token): 'texts' | 'image' | undefined {
  if (descriptionIn(token) || token.metadata?.attributes.length) return 'texts'
  return imageAddress(token) ? 'image' : undefined
}

type Props = { localized: LocalizedToken; principal: string }

export function TokenTexts({ localized, principal }: Props) {
  const { token } = localized
  const description = descriptionIn(token)
  const hasImage = imageAddress(token) !== undefined
  const attributes = token.metadata?.attributes ?? []
  const { lang, isUntranslated } = renditionOf(localized, descriptionIn)
  return (
    <>
      {description === undefined && hasImage && <TokenImage token={token} principal={principal} />}
      {description !== undefined && (
        <section aria-label="Description" className="panel flex gap-4 p-4">
          {hasImage && <TokenImage token={token} principal={principal} />}
          <div className="min-w-0 grow" dir={directionOf(lang)}>
            <UntrustedParagraph text={description} lang={lang} />
            {isUntranslated && (
              <p dir="ltr" lang="en" className="mt-2 text-xs text-muted">
                Not translated: this is the default text.
              </p>
            )}
          </div>
        </section>
      )}
      {attributes.length > 0 && (
        <section aria-label="Attributes">
          <ShowAll entries={attributes} max={60}>
            {(shown) => (
              <dl className="grid grid-cols-[repeat(auto-fill,minmax(9rem,1fr))] gap-2">
                {shown.map((attribute, index) => (
                  <div
                    // biome-ignore lint/suspicious/noArrayIndexKey: attributes have no identity but their position.
                    key={index}
                    className={`panel min-w-0 rounded-md px-3 py-2 ${widthOf(attribute.value)}`}
                    dir={directionOf(localized.locale)}
                  >
                    <dt className="text-xs text-muted">
                      <AttributeName {...attribute} />
                    </dt>
                    <dd className="overflow-x-auto overscroll-x-contain font-medium">
                      <AttributeValue {...attribute} />
                    </dd>
                  </div>
                ))}
              </dl>
            )}
          </ShowAll>
        </section>
      )}
    </>
  )
}

/** What is longer than a card gets two, or all. */
function widthOf(value: JsonValue | undefined): string {
  const isList = typeof value === 'object' && value !== null
  const { length } = String(value)
  if (isList || length > 40) return 'col-span-full'
  return length > 12 ? 'col-span-full wide:col-span-2' : ''
}

/**
 * The image in a fixed box. If the service has none of its own, the mark stands for it; where services have no images,
 * the reader is asked before it loads from a host that nobody trusts.
 */
function TokenImage({ token, principal }: { token: Token; principal: string }) {
  const { source, host, isSafe, isOwnOnly, fail } = useImage(imageAddresses(token))
  const figure = useRef<HTMLElement>(null)
  return (
    <figure
      ref={figure}
      tabIndex={-1}
      aria-label="Token image"
      className="grid size-48 shrink-0 place-content-center place-items-center gap-2 overflow-hidden rounded-md border border-line bg-sunken text-center text-xs text-muted outline-none phone:size-24 phone:gap-1"
    >
      {source !== undefined && <RemoteImage source={source} size={192} onFail={fail} />}
      {host !== undefined && (
        <>
          <button
            type="button"
            title={host}
            className="button phone:px-1.5 phone:text-xs"
            onClick={() => {
              // The button disappears, so the image gets the focus.
              figure.current?.focus()
              allowImageHost(host)
            }}
          >
            Load image
          </button>
          <bdi className="line-clamp-2 max-w-full px-1">{host}</bdi>
        </>
      )}
      {source === undefined && isOwnOnly && (
        <>
          <Mark id={principal} size={56} />
          <span className="sr-only">The service has no image</span>
        </>
      )}
      {source === undefined && host === undefined && !isOwnOnly && (
        <span className="px-2">
          {isSafe ? 'The image did not load' : reasonFor(imageAddress(token))}
        </span>
      )}
    </figure>
  )
}

function reasonFor(address = ''): string {
  if (/^data:/i.test(address)) return 'Not shown: it may contain scripts'
  if (/^http:/i.test(address)) return 'Not shown: its address is not HTTPS'
  if (/^(ipfs|ar):/i.test(address)) return 'Not shown: it needs a gateway'
  return 'Not shown: its address is not one of the web'
}

/** What stands before and after a number, by its `display_type` in SIP-016. A map, because keys are untrusted. */
const AFFIXES = new Map([
  ['number', ['', '']],
  ['boost_number', ['+', '']],
  ['boost_percentage', ['+', '%']],
  ['date', ['', '']],
])

export function AttributeName({ trait_type }: TokenAttribute) {
  return <UntrustedText text={trait_type || 'no name'} maxLength={100} />
}

export function AttributeValue({ display_type = '', value, max_value }: TokenAttribute) {
  if (value === undefined) return <span className="text-muted">no value</span>
  const digits = digitsOf(value)
  const [sign, unit] = AFFIXES.get(display_type) ?? []
  if (digits === undefined || sign === undefined) return <JsonView value={value} />
  // SIP-016 dates are Unix seconds.
  if (display_type === 'date' && Number(digits) < 1e12)
    return <Day name="attribute.value" seconds={Number(digits)} />
  const most = digitsOf(max_value)
  return (
    <span dir="ltr">
      {digits.startsWith('-') ? '' : sign}
      <Amount name="attribute.value" digits={digits} />
      {unit}
      {most !== undefined && (
        <span className="font-normal text-muted">
          {' '}
          of <Amount name="attribute.max_value" digits={most} />
          {unit}
        </span>
      )}
    </span>
  )
}

/** The digits of a decimal number of a sensible length in any of its JSON forms; undefined for others. */
function digitsOf(value: JsonValue | undefined): string | undefined {
  const text = value === null || typeof value === 'object' ? '' : String(value)
  return /^-?[0-9]{1,30}(\.[0-9]+)?$/.test(text) ? text : undefined
}
