import type { ReactNode } from 'react'
import type { Token, TokenMetadata } from '../../../contract/token.ts'
import { JsonView } from '../../ui/JsonView.tsx'
import { useLanguage } from '../../ui/language.ts'
import { MissingValue } from '../../ui/MissingValue.tsx'
import { ShowAll } from '../../ui/ShowAll.tsx'
import { UntrustedParagraph, UntrustedText } from '../../ui/UntrustedText.tsx'
import { AttributeEntry, writeJson } from './Attributes.tsx'
import { localeName } from './LocalePicker.tsx'
import { Section } from './Section.tsx'
import { descriptionIn, nameIn, renditionOf, sideOf, UNTRANSLATED } from './textLanguage.ts'

/** One of the two columns: the token in a locale, or why it is missing. */
export type Column = {
  locale: string | undefined
  token: Token | undefined
  problem: string | undefined
}

type Props = { columns: [Column, Column]; original: Token | undefined }

/** Everything that a locale can change, in two locales; on narrow screens field by field. */
export function LocaleComparison({ columns, original }: Props) {
  const language = useLanguage()
  const titled = columns.map((column) => ({
    ...column,
    original,
    title: titleOf(column, language),
    tag: tagOf(column)?.slice(0, 20) ?? 'default',
  }))
  const documents = columns.flatMap(({ token }) => token?.metadata ?? [])
  return (
    <Section title="Side by side">
      <div aria-hidden="true" className="hidden grid-cols-2 gap-x-6 font-semibold sm:grid">
        {titled.map(({ title }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: columns have no identity but their position.
          <p key={index}>
            <UntrustedText text={title} />
          </p>
        ))}
      </div>
      <Field name="Name" columns={titled} lines={[textLine('name', nameIn)]} />
      <Field name="Description" columns={titled} lines={[textLine('description', descriptionIn)]} />
      <Field name="Attributes" columns={titled} lines={attributeLines(documents)} />
      <Field name="Properties" columns={titled} lines={propertyLines(documents)} />
    </Section>
  )
}

/** `tag` is a short title for narrow screens. */
type TitledColumn = Column & { title: string; tag: string; original: Token | undefined }

/** One line of both columns. `read` returns its text, to tell whether it is translated. */
type Line = {
  key: string
  read: (token: Token) => string | undefined
  show: (token: Token, lang: string | undefined) => ReactNode
}

function textLine(key: string, read: Line['read']): Line {
  return {
    key,
    read,
    show: (token, lang) => {
      const text = read(token)
      return text === undefined ? <MissingValue /> : <UntrustedParagraph text={text} lang={lang} />
    },
  }
}

function attributeLines(documents: TokenMetadata[]): Line[] {
  const length = Math.max(0, ...documents.map(({ attributes }) => attributes.length))
  return Array.from({ length }, (_, index) => {
    const find = (token: Token) => token.metadata?.attributes[index]
    return {
      key: String(index),
      read: (token) => writeJson(find(token)),
      show: (token, lang) => {
        const attribute = find(token)
        return attribute === undefined ? (
          <MissingValue />
        ) : (
          <dl>
            <AttributeEntry attribute={attribute} lang={lang} />
          </dl>
        )
      },
    }
  })
}

function propertyLines(documents: TokenMetadata[]): Line[] {
  const keys = new Set(documents.flatMap(({ properties }) => Object.keys(properties)))
  return [...keys].map((key) => {
    // Keys are untrusted, and may be names of members that every object has.
    const find = ({ metadata }: Token) =>
      metadata && Object.hasOwn(metadata.properties, key) ? metadata.properties[key] : undefined
    return {
      key,
      read: (token) => writeJson(find(token)),
      show: (token, lang) => {
        const value = find(token)
        return (
          <div lang={lang} className={sideOf(lang)}>
            <p className="text-sm text-muted">
              <UntrustedText text={key.slice(0, 100)} />
            </p>
            {value === undefined ? <MissingValue /> : <JsonView value={value} />}
          </div>
        )
      },
    }
  })
}

type FieldProps = { name: string; columns: TitledColumn[]; lines: Line[] }

function Field({ name, columns, lines }: FieldProps) {
  if (lines.length === 0) return null
  return (
    <section aria-label={name} className="mt-3 border-t border-line pt-2">
      <h3 className="text-sm text-muted">{name}</h3>
      <div className="grid grid-cols-1 gap-x-6 sm:grid-cols-2">
        {columns.map((column, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: columns have no identity but their position.
          <FieldMark key={index} column={column} lines={lines} />
        ))}
      </div>
      <ShowAll entries={lines} max={60}>
        {(shown) =>
          shown.map((line) => (
            <div key={line.key} className="grid grid-cols-1 gap-x-6 gap-y-2 pt-2 sm:grid-cols-2">
              {columns.map((column, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns have no identity but their position.
                <div key={index} className="flex min-w-0 items-baseline gap-2 sm:block">
                  <p className="w-10 shrink-0 text-sm text-muted sm:sr-only">
                    <span aria-hidden="true" className="sm:hidden">
                      <UntrustedText text={column.tag} />
                    </span>
                    <span className="sr-only">
                      <UntrustedText text={column.title} />
                    </span>
                  </p>
                  <div className="min-w-0 grow">
                    <Cell column={column} line={line} />
                  </div>
                </div>
              ))}
            </div>
          ))
        }
      </ShowAll>
    </section>
  )
}

function Cell({ column, line }: { column: TitledColumn; line: Line }) {
  const { token, locale, original, problem } = column
  if (token === undefined) return <p className="text-muted">{problem}</p>
  return line.show(token, renditionOf({ token, locale, original }, line.read).lang)
}

/** The locale of a column on narrow screens, and how much of a field is not translated. */
function FieldMark({ column, lines }: { column: TitledColumn; lines: Line[] }) {
  const note = describeTranslation(column, lines)
  // Rendered even if it is empty, to fill its grid cell.
  return (
    <p className="text-sm">
      <span className={`font-semibold ${note === undefined ? 'sm:hidden' : 'sm:sr-only'}`}>
        <UntrustedText text={column.title} />
        {note !== undefined && ': '}
      </span>
      <span className="text-send">{note}</span>
    </p>
  )
}

function describeTranslation(column: TitledColumn, lines: Line[]): string | undefined {
  const { token, locale, original } = column
  if (token === undefined) return
  const own = lines.filter(({ read }) => read(token) !== undefined)
  const same = own.filter(
    ({ read }) => renditionOf({ token, locale, original }, read).isUntranslated,
  )
  if (same.length === 0) return
  return same.length === own.length
    ? UNTRANSLATED
    : `${same.length} of ${own.length} ${same.length === 1 ? 'is' : 'are'} the same as in the default text.`
}

function titleOf(column: Column, language: string): string {
  const tag = tagOf(column)
  return tag === undefined ? 'Default text' : localeName(tag, language)
}

function tagOf({ locale, token }: Column): string | undefined {
  return locale ?? token?.metadata?.localization?.default
}
