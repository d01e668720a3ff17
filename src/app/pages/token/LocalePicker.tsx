import type { ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import type { TokenLocalization } from '../../../contract/token.ts'
import { tokenLink } from '../../links.ts'
import { GetForm } from '../../ui/GetForm.tsx'
import { useLanguage } from '../../ui/language.ts'
import { languageName } from '../../ui/languageName.ts'

type Props = {
  principal: string
  /** The locales in the address; undefined for the default locale, and for no comparison. */
  locale: string | undefined
  beside: string | undefined
  localization: TokenLocalization | undefined
}

/** The value of `beside` for the default text, whose locale services need not name. */
export const DEFAULT_BESIDE = 'default'

/**
 * Sets `?locale=` and `&beside=`. Offers the locales that the token lists, and those in the address. Others
 * can be typed, because most services list none.
 */
export function LocalePicker({ principal, locale, beside, localization }: Props) {
  const navigate = useNavigate()
  const action = tokenLink(principal)
  const show = (link: string) => navigate(link, { preventScrollReset: true })
  const listed = localization?.locales ?? []
  const isChosen = locale !== undefined || beside !== undefined
  const hasChoice = listed.length > 0 || isChosen
  const defaultName = useDefaultName(localization?.default)

  return (
    <div className="w-full min-w-0 space-y-2 sm:w-auto">
      {hasChoice && (
        <form action={action} className="grid grid-cols-2 items-end gap-2 sm:flex sm:flex-wrap">
          <LocaleChoice
            label="Locale"
            name="locale"
            listed={listed}
            chosen={locale}
            onChoose={(chosen) => show(tokenLink(principal, chosen, beside))}
          >
            <option value="">{defaultName}</option>
          </LocaleChoice>
          <LocaleChoice
            label="Second locale"
            name="beside"
            listed={listed}
            chosen={beside}
            onChoose={(chosen) => show(tokenLink(principal, locale, chosen))}
          >
            <option value="">None</option>
            <option value={DEFAULT_BESIDE}>{defaultName}</option>
          </LocaleChoice>
          {/* With scripts, choosing an option is enough. */}
          <noscript>
            <button type="submit" className="button">
              Show
            </button>
          </noscript>
        </form>
      )}
      <details className="text-sm" open={listed.length === 0 && isChosen}>
        <summary className="min-h-6 text-muted">Other locales</summary>
        <div className="pt-1">
          <GetForm action={action}>
            <div className="flex items-end gap-2">
              <LocaleField label="Locale code" name="locale" locale={locale} example="pt-BR" />
              <LocaleField label="Second locale code" name="beside" locale={beside} example="en" />
              <button type="submit" className="button">
                Show
              </button>
            </div>
          </GetForm>
        </div>
      </details>
    </div>
  )
}

type ChoiceProps = {
  label: string
  name: string
  listed: string[]
  chosen: string | undefined
  onChoose: (locale: string) => void
  /** The options that are not locales. */
  children: ReactNode
}

function LocaleChoice({ label, name, listed, chosen = '', onChoose, children }: ChoiceProps) {
  const language = useLanguage()
  const known = listed.find((locale) => locale.toLowerCase() === chosen.toLowerCase())
  const isOther = known === undefined && chosen !== '' && chosen !== DEFAULT_BESIDE
  return (
    <label className="block min-w-0">
      <span className="block text-sm text-muted">{label}</span>
      <select
        name={name}
        className="field w-full sm:w-auto sm:max-w-56"
        value={known ?? chosen}
        onChange={({ target }) => onChoose(target.value)}
      >
        {children}
        {(isOther ? [...listed, chosen] : listed).map((tag) => (
          <option key={tag} value={tag}>
            {localeName(tag, language)}
          </option>
        ))}
      </select>
    </label>
  )
}

type FieldProps = { label: string; name: string; locale: string | undefined; example: string }

function LocaleField({ label, name, locale, example }: FieldProps) {
  return (
    <label className="block min-w-0">
      <span className="block text-muted">{label}</span>
      <input
        key={locale}
        name={name}
        defaultValue={locale}
        placeholder={example}
        maxLength={40}
        autoCapitalize="off"
        spellCheck={false}
        className="field w-28"
      />
    </label>
  )
}

function useDefaultName(tag: string | undefined): string {
  const language = useLanguage()
  return tag === undefined ? 'Default' : `Default: ${localeName(tag, language)}`
}

/** The language's own name, and its name in the reader's language: "Deutsch · German (de)". */
export function localeName(tag: string, language: string): string {
  const [own, readers] = [languageName(tag, tag), languageName(tag, language)]
  if (own === undefined || readers === undefined) return tag
  return own === readers ? `${own} (${tag})` : `${own} · ${readers} (${tag})`
}
