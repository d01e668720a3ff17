import { TriangleAlert } from 'lucide-react'
import type { Token } from '../../../contract/schemas/token.ts'
import { Badge } from '../../ui/Badge.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import { useLanguage } from '../../ui/language.ts'
import { ShowAll } from '../../ui/ShowAll.tsx'
import { UntrustedText } from '../../ui/UntrustedText.tsx'
import { type ComparedField, compareDocuments, type Difference } from './compareDocuments.ts'
import { JsonView } from './JsonView.tsx'
import { LanguageName, nameOf } from './LocaleMenu.tsx'
import { knownLanguage } from './localizedToken.ts'
import { AttributeName, AttributeValue } from './TokenTexts.tsx'

/** A token in a locale; undefined for the default one. */
type Side = { locale: string | undefined; token: Token }

type Props = { sides: readonly [Side, Side] }

export function Comparison({ sides }: Props) {
  const [left, right] = sides
  const fields = compareDocuments(left.token, right.token)
  const different = fields.filter(({ difference }) => difference !== 'same')
  const same = fields.filter(({ difference }) => difference === 'same')
  return (
    <>
      <p className="my-3 text-end text-sm text-muted">{summarise(different)}</p>
      {different.length > 0 && (
        <FieldTable caption="What differs in the two languages" fields={different} sides={sides} />
      )}
      {same.length > 0 && (
        <details className="mt-4">
          <summary className="mb-2 text-sm font-medium">
            {same.length} {same.length === 1 ? 'field is' : 'fields are'} the same in both
          </summary>
          <FieldTable
            caption="What is the same in both languages"
            fields={same}
            sides={sides}
            isFurther
          />
        </details>
      )}
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

type TableProps = Props & { caption: string; fields: ComparedField[]; isFurther?: boolean }

function FieldTable({ caption, fields, isFurther, sides: [left, right] }: TableProps) {
  const language = useLanguage()
  const nameIn = ({ locale, token }: Side) =>
    nameOf(locale ?? token.metadata?.localization?.default, language)
  const className = 'w-2/5 py-3 align-top whitespace-normal! phone:w-[44vw]'
  return (
    <ShowAll entries={fields} max={60}>
      {(rows) => (
        <DataTable
          caption={caption}
          isFurther={isFurther}
          rows={rows}
          keyOf={(_, index) => String(index)}
          columns={[
            {
              heading: 'Field',
              className:
                'py-3 align-top whitespace-normal! text-muted phone:col-span-2 phone:w-auto',
              cell: (field) => <FieldName field={field} />,
            },
            {
              heading: nameIn(left),
              className,
              cell: (field) => <Value field={field} side={left} />,
            },
            {
              heading: `Compared with ${nameIn(right)}`,
              className,
              cell: (field) => <Value field={field} side={right} />,
            },
          ]}
        />
      )}
    </ShowAll>
  )
}

function FieldName({ field: { name, difference } }: { field: ComparedField }) {
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <UntrustedText text={name} maxLength={100} />
      {difference === 'fact' && (
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
  )
}

function Value({ field, side: { token, locale } }: { field: ComparedField; side: Side }) {
  const { attributes, localization } = token.metadata ?? {}
  const value = field.read(token)
  if (value === undefined) {
    return (
      <span className="text-muted">
        Not in <LanguageName locale={locale} localization={localization} />
      </span>
    )
  }
  const attribute = field.attribute === undefined ? undefined : attributes?.[field.attribute]
  if (attribute === undefined) {
    return <JsonView value={value} lang={knownLanguage(locale ?? localization?.default)} />
  }
  return (
    <>
      <AttributeName {...attribute} />: <AttributeValue {...attribute} />
    </>
  )
}
