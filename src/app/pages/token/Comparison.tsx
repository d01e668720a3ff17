// biome-ignore-all lint/a11y/noRedundantRoles: on phones, CSS `display` removes the implicit roles.
import { ChevronRight, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Token } from '../../../contract/schemas/token.ts'
import { Badge } from '../../ui/Badge.tsx'
import { directionOf } from '../../ui/languageName.ts'
import { ShowAll } from '../../ui/ShowAll.tsx'
import { UntrustedParagraph, UntrustedText } from '../../ui/UntrustedText.tsx'
import {
  type ComparedField,
  compareDocuments,
  type Difference,
  type Field,
  textOfField,
} from './compareDocuments.ts'
import { JsonView } from './JsonView.tsx'
import { LanguageName, LocaleMenu } from './LocaleMenu.tsx'
import { renditionOf } from './localizedToken.ts'
import { AttributeName, AttributeValue } from './TokenTexts.tsx'

/** A token in a locale; undefined for the default one. */
export type Side = { locale: string | undefined; token: Token }

type Props = {
  sides: readonly [Side, Side]
  /** The token in its default locale. */
  original: Token | undefined
}

export function Comparison({ sides, original }: Props) {
  const [left, right] = sides
  const fields = compareDocuments(left.token, right.token)
  const different = fields.filter(({ difference }) => difference !== 'same')
  const same = fields.filter(({ difference }) => difference === 'same')
  return (
    <>
      <p className="my-3 text-end text-sm text-muted">{summarise(different)}</p>
      <section aria-label="Comparison" className="panel overflow-clip">
        <FieldTable
          caption="What differs in the two languages"
          fields={different}
          sides={sides}
          original={original}
          head={
            <>
              <LocaleHead parameter="locale" side={left} />
              <LocaleHead parameter="compare" side={right} />
            </>
          }
        />
        {same.length > 0 && (
          <details className="group/same border-t border-line">
            <summary className="flex min-h-11 items-center gap-1.5 px-4 text-sm font-medium">
              <ChevronRight
                size={14}
                aria-hidden="true"
                className="transition-transform group-open/same:rotate-90"
              />
              {same.length} {same.length === 1 ? 'field is' : 'fields are'} the same in both
            </summary>
            <div className="border-t border-line">
              <FieldTable
                caption="What is the same in both languages"
                fields={same}
                sides={sides}
                original={original}
              />
            </div>
          </details>
        )}
      </section>
    </>
  )
}

/** "2 facts · 4 translations · 1 missing". */
function summarise(different: ComparedField[]): string {
  const count = (kind: Difference) => different.filter((it) => it.difference === kind).length
  const [facts, texts, missing] = [count('fact'), count('text'), count('missing')]
  const parts = [
    facts > 0 && `${facts} ${facts === 1 ? 'fact' : 'facts'}`,
    texts > 0 && `${texts} ${texts === 1 ? 'translation' : 'translations'}`,
    missing > 0 && `${missing} missing`,
  ].filter(Boolean)
  return parts.length === 0 ? 'Nothing differs' : parts.join(' · ')
}

type HeadProps = { parameter: 'locale' | 'compare'; side: Side }

function LocaleHead({ parameter, side: { locale, token } }: HeadProps) {
  const localization = token.metadata?.localization
  const tag = locale ?? localization?.default
  return (
    <th
      role="columnheader"
      scope="col"
      className={`${CELL} ${parameter === 'compare' ? DIVIDED : ''} text-start font-normal`}
      dir={directionOf(tag)}
    >
      <LocaleMenu parameter={parameter} chosen={locale} localization={localization} />
    </th>
  )
}

const ROW =
  'phone:grid phone:grid-cols-2 phone:gap-x-4 phone:px-4 phone:py-2.5 phone:last:border-b-0'
const CELL = 'px-4 py-3 phone:p-0'
// Not `border-s`: the cells of the second side may be right-to-left.
const DIVIDED = 'border-l border-line phone:border-l-0'

type TableProps = Props & { caption: string; fields: ComparedField[]; head?: ReactNode }

function FieldTable({ caption, fields, sides, original, head }: TableProps) {
  return (
    <ShowAll entries={fields} max={60}>
      {(shown) => (
        <table role="table" className="w-full table-fixed border-collapse phone:block">
          <caption className="sr-only">{caption}</caption>
          {head !== undefined && (
            <thead role="rowgroup" className="phone:block">
              <tr role="row" className={`${ROW} align-middle`}>
                <th
                  role="columnheader"
                  scope="col"
                  className={`${CELL} w-48 text-start text-xs font-medium text-muted phone:sr-only`}
                >
                  Field
                </th>
                {head}
              </tr>
            </thead>
          )}
          <tbody role="rowgroup" className="phone:block">
            {shown.map((field, index) => (
              <FieldRow
                // biome-ignore lint/suspicious/noArrayIndexKey: attributes have no identity but their position.
                key={index}
                field={field}
                sides={sides}
                original={original}
                isFirst={head === undefined && index === 0}
              />
            ))}
          </tbody>
        </table>
      )}
    </ShowAll>
  )
}

type RowProps = Props & { field: ComparedField; isFirst: boolean }

function FieldRow({ field, sides, original, isFirst }: RowProps) {
  const isFact = field.difference === 'fact'
  return (
    <tr
      role="row"
      className={`${ROW} align-top ${isFirst ? '' : 'border-t border-line'} ${isFact ? 'bg-warn-soft/50' : ''}`}
    >
      <th
        role="rowheader"
        scope="row"
        className={`${CELL} w-48 text-start text-sm font-normal text-muted phone:col-span-2 phone:w-auto`}
      >
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <UntrustedText text={field.name} maxLength={100} />
          {isFact && (
            <Badge
              tone="warn"
              explanation={{
                title: 'A number or a link differs',
                text: 'No translation explains that. Check which one the project states elsewhere.',
              }}
            >
              <TriangleAlert size={12} aria-hidden="true" />
              Fact differs
            </Badge>
          )}
        </span>
      </th>
      {sides.map(({ token, locale }, index) => {
        const { localization } = token.metadata ?? {}
        const isMissing = field.read(token) === undefined
        const read = (it: Token) => textOfField(field, it)
        const { lang } = renditionOf({ token, locale, original }, read)
        return (
          <td
            // biome-ignore lint/suspicious/noArrayIndexKey: both sides may be the same locale.
            key={index}
            role="cell"
            className={`${CELL} ${index === 1 ? DIVIDED : ''} ${isFact ? 'font-medium' : ''}`}
            dir={directionOf(locale ?? localization?.default)}
            lang={lang}
          >
            {isMissing ? (
              <span dir="ltr" lang="en" className="text-muted">
                Not in <LanguageName locale={locale} localization={localization} />
              </span>
            ) : (
              <Value field={field} token={token} lang={lang} />
            )}
          </td>
        )
      })}
    </tr>
  )
}

type ValueProps = { field: Field; token: Token; lang: string | undefined }

function Value({ field, token, lang }: ValueProps) {
  if (field.kind === 'attribute') {
    const attribute = field.read(token)
    if (attribute === undefined) return null
    return (
      <span className="flex flex-wrap gap-x-3">
        <span className="text-muted">
          <AttributeName {...attribute} />
        </span>
        <span>
          <AttributeValue {...attribute} />
        </span>
      </span>
    )
  }
  const value = field.read(token)
  if (value === undefined) return null
  return field.kind === 'text' && typeof value === 'string' ? (
    <UntrustedParagraph text={value} lang={lang} />
  ) : (
    <JsonView value={value} lang={lang} />
  )
}
