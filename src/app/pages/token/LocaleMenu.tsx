import { ChevronDown, Globe } from 'lucide-react'
import { Link, useSearchParams } from 'react-router-dom'
import type { TokenLocalization } from '../../../contract/schemas/token.ts'
import { changeSearch } from '../../lists/paging.ts'
import { GetForm } from '../../ui/GetForm.tsx'
import { splitInvisible } from '../../ui/invisibleCharacters.ts'
import { languageName, useLanguage } from '../../ui/language.ts'
import { Popover } from '../../ui/Popover.tsx'

/** The value of `?compare=` for the default document, whose locale services need not name. */
export const DEFAULT_LOCALE = 'default'

type Props = {
  parameter: 'locale' | 'compare'
  /** The locale in the URL; undefined for the default one. */
  chosen: string | undefined
  localization: TokenLocalization | undefined
  /** The button, if it is not the chosen language. */
  label?: string | undefined
  className?: string
}

/** Chooses a locale: one that the token lists, or one typed by hand, because most services list none. */
export function LocaleMenu({ parameter, chosen, localization, label, className = '' }: Props) {
  const [search] = useSearchParams()
  const preferred = localization?.default
  // A language is compared with others than itself.
  const shown = parameter === 'compare' ? (search.get('locale') ?? preferred) : undefined
  const listed = (localization?.locales ?? []).filter((locale) => locale !== preferred)
  const others = listed.filter((locale) => !isSame(locale, shown))
  const linkTo = (locale: string | undefined) =>
    changeSearch(search, {
      [parameter]: locale ?? (parameter === 'compare' ? DEFAULT_LOCALE : undefined),
    })
  return (
    <Popover
      className={`button max-w-44 ${className}`}
      width="menu"
      align="end"
      label={
        label ?? (
          <>
            <Globe size={14} aria-hidden="true" />
            <span className="truncate">
              <LanguageName locale={chosen} localization={localization} />
            </span>
            <ChevronDown size={14} aria-hidden="true" />
          </>
        )
      }
    >
      <nav
        aria-label={parameter === 'locale' ? 'Language' : 'Language beside it'}
        className="grid max-h-80 min-w-56 overflow-y-auto"
      >
        {(shown === undefined || !isSame(preferred, shown)) && (
          <Choice
            to={linkTo(undefined)}
            locale={preferred}
            note="default"
            isChosen={label === undefined && isSame(chosen ?? preferred, preferred)}
          />
        )}
        {others.map((locale) => (
          <Choice
            key={locale}
            to={linkTo(locale)}
            locale={locale}
            isChosen={label === undefined && isSame(chosen, locale)}
          />
        ))}
      </nav>
      <div className="mt-1 border-t border-line p-2">
        {listed.length === 0 && (
          <p className="mb-2 text-xs text-muted">
            This token lists no other languages. You can try one:
          </p>
        )}
        <GetForm action="" sets={[parameter]}>
          <label className="flex grow items-center gap-2 text-sm">
            <span className="text-muted">Other</span>
            <input
              name={parameter}
              placeholder="such as pt-BR"
              required
              maxLength={40}
              autoCapitalize="off"
              autoComplete="off"
              spellCheck={false}
              className="field w-24 min-w-0 grow"
            />
          </label>
          <button type="submit" className="button ms-2">
            Show
          </button>
        </GetForm>
      </div>
    </Popover>
  )
}

type ChoiceProps = { to: string; locale: string | undefined; note?: string; isChosen: boolean }

/**
 * A language by its own name, and by its name in the reader's language. Some browsers know fewer languages
 * than the server, whose text then stays.
 */
function Choice({ to, locale, note, isChosen }: ChoiceProps) {
  const language = useLanguage()
  const own = nameOf(locale, locale ?? language)
  const translated = nameOf(locale, language)
  return (
    <Link
      to={to}
      preventScrollReset
      aria-current={isChosen ? 'true' : undefined}
      className="flex min-h-8 items-center justify-between gap-6 rounded-sm px-2.5 text-sm hover:bg-sunken aria-[current]:bg-sunken aria-[current]:font-medium pointer-coarse:min-h-11"
    >
      <bdi suppressHydrationWarning lang={locale}>
        {own}
      </bdi>
      <span className="text-xs font-normal text-muted">
        <bdi suppressHydrationWarning>{translated === own ? '' : translated}</bdi> {note}
      </span>
    </Link>
  )
}

function isSame(one: string | undefined, other: string | undefined): boolean {
  return one?.toLowerCase() === other?.toLowerCase()
}

type NameProps = { locale: string | undefined; localization?: TokenLocalization | undefined }

/** The name of a locale in the reader's language, or its tag; "Default" if the default one has no tag. */
export function LanguageName({ locale, localization }: NameProps) {
  const name = nameOf(locale ?? localization?.default, useLanguage())
  return <bdi suppressHydrationWarning>{name}</bdi>
}

/** Tags are untrusted. */
export function nameOf(tag: string | undefined, language: string): string {
  if (tag === undefined) return 'Default language'
  return languageName(tag, language) ?? splitInvisible(tag.slice(0, 40)).join('')
}
