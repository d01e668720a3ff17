import { useNavigate } from 'react-router-dom'
import type { TokenLocalization } from '../../contract/token.ts'
import { tokenLink } from '../links.ts'
import { GetForm } from '../ui/GetForm.tsx'
import { languageName } from '../ui/languages.ts'
import { useLanguage } from '../ui/reader.ts'
import { SubmitWithoutScript } from '../ui/SubmitWithoutScript.tsx'

type Props = {
  principal: string
  /** The locale in the address; undefined is the default. */
  locale: string | undefined
  localization: TokenLocalization | undefined
}

/**
 * Writes `?locale=`. The choice holds what the token lists and what the address says; any other
 * locale can be typed, because most services never list them.
 */
export function LocalePicker({ principal, locale, localization }: Props) {
  const navigate = useNavigate()
  const language = useLanguage()
  const action = tokenLink(principal)
  const listed = localization?.locales ?? []
  const chosen =
    listed.find((known) => known.toLowerCase() === locale?.toLowerCase()) ?? locale ?? ''
  const locales = chosen === '' || listed.includes(chosen) ? listed : [...listed, chosen]

  return (
    <div className="min-w-0 space-y-2">
      <form action={action} className="flex flex-wrap items-end gap-1">
        <label className="block min-w-0">
          <span className="block text-sm text-muted">Locale</span>
          <select
            name="locale"
            className="field max-w-full sm:max-w-72"
            value={chosen}
            onChange={({ target }) => navigate(tokenLink(principal, target.value))}
          >
            <option value="">{defaultName(localization?.default, language)}</option>
            {locales.map((tag) => (
              <option key={tag} value={tag}>
                {localeName(tag, language)}
              </option>
            ))}
          </select>
        </label>
        <SubmitWithoutScript />
      </form>
      <details className="text-sm" open={listed.length === 0 && locale !== undefined}>
        <summary className="min-h-6 text-muted">Another locale</summary>
        <div className="flex pt-1">
          <GetForm action={action}>
            <label>
              <span className="sr-only">Locale code</span>
              <input
                name="locale"
                defaultValue={locale}
                placeholder="pt-BR"
                required
                maxLength={40}
                autoCapitalize="off"
                spellCheck={false}
                className="field w-28 rounded-e-none"
              />
            </label>
            <button type="submit" className="button -ms-px rounded-s-none">
              Show
            </button>
          </GetForm>
        </div>
      </details>
    </div>
  )
}

function defaultName(tag: string | undefined, language: string): string {
  return tag === undefined ? 'Default' : `Default: ${localeName(tag, language)}`
}

/** The language in its own words and the reader's: "Deutsch · German (de)". */
function localeName(tag: string, language: string): string {
  const [own, readers] = [languageName(tag, tag), languageName(tag, language)]
  if (own === undefined || readers === undefined) return tag
  return own === readers ? `${own} (${tag})` : `${own} · ${readers} (${tag})`
}
