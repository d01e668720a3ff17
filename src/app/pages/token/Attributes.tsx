import type { ReactNode } from 'react'
import type { JsonValue } from '../../../contract/json.ts'
import type { TokenAttribute } from '../../../contract/token.ts'
import { JsonView } from '../../ui/JsonView.tsx'
import { MissingValue } from '../../ui/MissingValue.tsx'
import { Amount } from '../../ui/numbers.tsx'
import { ShowAll } from '../../ui/ShowAll.tsx'
import { Time } from '../../ui/Time.tsx'
import { UntrustedText } from '../../ui/UntrustedText.tsx'
import { type LocalizedToken, renditionOf, sideOf, UNTRANSLATED } from './textLanguage.ts'

/** The token's attributes, each shown by its SIP-016 `display_type`. */
export function Attributes({ localized }: { localized: LocalizedToken }) {
  const attributes = (localized.token.metadata?.attributes ?? []).map((attribute, index) => ({
    attribute,
    ...renditionOf(localized, (token) => writeJson(token.metadata?.attributes[index])),
  }))
  return (
    <>
      {attributes.every(({ isUntranslated }) => isUntranslated) && (
        <p className="pb-2 text-sm text-send">{UNTRANSLATED}</p>
      )}
      <ShowAll entries={attributes} max={60}>
        {(shown) => (
          <dl className="grid grid-cols-1 gap-3 sm:grid-cols-2 xl:grid-cols-3">
            {shown.map((entry, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: attributes have no identity but their position.
              <AttributeEntry key={index} {...entry} />
            ))}
          </dl>
        )}
      </ShowAll>
    </>
  )
}

type EntryProps = { attribute: TokenAttribute; lang: string | undefined }

/** One attribute of a list: its name, and its value by its display type. */
export function AttributeEntry({ attribute, lang }: EntryProps) {
  const { trait_type, display_type = '' } = attribute
  return (
    <div lang={lang} className={`min-w-0 rounded-md bg-sunken px-3 py-2 ${sideOf(lang)}`}>
      <dt className="text-sm text-muted">
        <UntrustedText text={trait_type?.slice(0, 100) || 'no trait type'} />
        {!isKnown(display_type) && (
          <>
            {' '}
            (<UntrustedText text={display_type.slice(0, 100)} />)
          </>
        )}
      </dt>
      <dd className="font-semibold">
        <AttributeValue {...attribute} />
      </dd>
    </div>
  )
}

function isKnown(displayType: string): boolean {
  return displayType.trim() === '' || VIEWS.has(displayType)
}

function AttributeValue({ display_type, value, max_value }: TokenAttribute) {
  if (value === undefined) return <MissingValue label="no value" />
  const view = VIEWS.get(display_type ?? '')
  // A value that does not match its display type is shown as JSON.
  return view?.(value, max_value) ?? <JsonView value={value} />
}

type View = (value: JsonValue, maxValue: JsonValue | undefined) => ReactNode

// A map, because untrusted keys may be names of members that every object has.
const VIEWS = new Map<string, View>([
  ['string', (value) => <JsonView value={value} />],
  ['number', (value, maxValue) => viewNumber(value, maxValue, '')],
  ['boost_number', (value, maxValue) => viewNumber(value, maxValue, '+')],
  ['boost_percentage', (value, maxValue) => viewNumber(value, maxValue, '+', '%')],
  ['date', viewDate],
])

function viewNumber(
  value: JsonValue,
  maxValue: JsonValue | undefined,
  sign: string,
  unit = '',
): ReactNode {
  const [digits, maxDigits] = [digitsOf(value), digitsOf(maxValue)]
  if (digits === undefined) return
  return (
    <>
      {digits.startsWith('-') ? '' : sign}
      <Amount digits={digits} />
      {unit}
      {maxDigits !== undefined && (
        <>
          {' '}
          <span className="font-normal text-muted">
            of <Amount digits={maxDigits} />
            {unit}
          </span>
          <meter
            aria-hidden="true"
            className="block w-full"
            max={Number(maxDigits)}
            value={Number(digits)}
          />
        </>
      )}
    </>
  )
}

/** SIP-016 dates are Unix seconds. Some tokens have milliseconds or ISO dates. */
function viewDate(value: JsonValue): ReactNode {
  const isIso = typeof value === 'string' && /^\d{4}-\d{2}-\d{2}/.test(value)
  const time = isIso ? Date.parse(value) : toMilliseconds(Number(digitsOf(value)))
  const isDate = !Number.isNaN(new Date(time).getTime())
  return isDate ? <Time milliseconds={time} /> : undefined
}

function toMilliseconds(unixTime: number): number {
  return unixTime >= 1e12 ? unixTime : unixTime * 1000
}

/** The digits of a decimal number in any of its JSON forms; undefined for everything else. */
function digitsOf(value: JsonValue | undefined): string | undefined {
  const text =
    typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint'
      ? String(value)
      : ''
  return /^-?[0-9]+(\.[0-9]+)?$/.test(text) ? text : undefined
}

/** A value as text to compare; undefined if it is nested too deeply. */
export function writeJson(value: JsonValue | TokenAttribute | undefined): string | undefined {
  try {
    return JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? String(part) : part))
  } catch {
    return undefined // RangeError: nested deeper than the stack.
  }
}
