import type { JsonValue } from '../../../contract/json.ts'
import type { Token } from '../../../contract/schemas/token.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import { useLanguage } from '../../ui/language.ts'
import { ShowAll } from '../../ui/ShowAll.tsx'
import { UntrustedText } from '../../ui/UntrustedText.tsx'
import { JsonView, jsonText } from './JsonView.tsx'
import { LanguageName, nameOf } from './LocaleMenu.tsx'
import { descriptionIn, knownLanguage, nameIn } from './localizedToken.ts'
import { AttributeName, AttributeValue } from './TokenTexts.tsx'

/** A token in a locale; undefined for the default one. */
type Side = { locale: string | undefined; token: Token }

type Props = { sides: readonly [Side, Side] }

type Field = {
  /** Untrusted for properties. */
  name: string
  read: (token: Token) => JsonValue | undefined
  /** The position of an attribute: attributes have no other identity. */
  attribute?: number
}

/** The fields of a token in two locales side by side, those that differ first. */
export function Comparison({ sides }: Props) {
  const fields = fieldsOf(sides.map(({ token }) => token))
  const valuesOf = ({ read }: Field) => sides.map(({ token }) => read(token))
  const isMissing = (field: Field) => valuesOf(field).includes(undefined)
  const isSame = (field: Field) => {
    const [left, right] = valuesOf(field).map((value) => value !== undefined && jsonText(value))
    return left !== undefined && left === right
  }
  const [same, different] = [fields.filter(isSame), fields.filter((field) => !isSame(field))]
  const missing = different.filter(isMissing).length
  const texts = different.length - missing
  const parts = [
    texts > 0 && `${texts} ${texts === 1 ? 'translation' : 'translations'}`,
    missing > 0 && `${missing} missing`,
  ].filter(Boolean)
  return (
    <>
      <p className="my-3 text-end text-sm text-muted">{parts.join(' · ') || 'Nothing differs'}</p>
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

/** What either token has. Keys are untrusted, and may be names of members that every object has. */
function fieldsOf(tokens: Token[]): Field[] {
  const documents = tokens.flatMap(({ metadata }) => metadata ?? [])
  const attributes = Math.max(0, ...documents.map(({ attributes }) => attributes.length))
  const keys = new Set(documents.flatMap(({ properties }) => Object.keys(properties)))
  const fields: Field[] = [
    { name: 'Name', read: nameIn },
    { name: 'Description', read: descriptionIn },
    {
      name: 'Image',
      read: (token) => token.metadata?.image || token.image_canonical_uri || undefined,
    },
    { name: 'Standard', read: ({ metadata }) => metadata?.sip },
    ...Array.from({ length: attributes }, (_, index) => attributeField(index)),
    ...Array.from(keys, (name) => ({
      name,
      read: ({ metadata }: Token) =>
        metadata && Object.hasOwn(metadata.properties, name)
          ? metadata.properties[name]
          : undefined,
    })),
  ]
  return fields.filter(({ read }) => tokens.some((token) => read(token) !== undefined))
}

function attributeField(index: number): Field {
  function read({ metadata }: Token) {
    const attribute = metadata?.attributes[index]
    if (attribute === undefined) return
    const { trait_type, display_type, value, max_value } = attribute
    return [trait_type, display_type, value, max_value].map((part) => part ?? null)
  }
  return { name: 'Attribute', read, attribute: index }
}

type TableProps = Props & { caption: string; fields: Field[]; isFurther?: boolean }

function FieldTable({ caption, fields, isFurther, sides: [left, right] }: TableProps) {
  const language = useLanguage()
  const languageOf = ({ locale, token }: Side) =>
    nameOf(locale ?? token.metadata?.localization?.default, language)
  const className = 'w-2/5 py-3 align-top wrap-anywhere whitespace-normal!'
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
              area: 'name',
              className: 'py-3 align-top wrap-anywhere whitespace-normal! text-muted',
              cell: ({ name }) => <UntrustedText text={name} maxLength={100} />,
            },
            {
              heading: languageOf(left),
              area: 'line',
              className,
              cell: (field) => <Value field={field} side={left} />,
            },
            {
              heading: `Compared with ${languageOf(right)}`,
              area: 'line',
              label: languageOf(right),
              className,
              cell: (field) => <Value field={field} side={right} />,
            },
          ]}
        />
      )}
    </ShowAll>
  )
}

function Value({ field, side: { token, locale } }: { field: Field; side: Side }) {
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
    <span className="flex flex-wrap gap-x-2">
      <span className="text-muted">
        <AttributeName {...attribute} />
      </span>
      <AttributeValue {...attribute} />
    </span>
  )
}
