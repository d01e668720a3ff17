import { Link2, MoreHorizontal, Star } from 'lucide-react'
import { Link } from 'react-router-dom'
import { useAppContext } from '../appContext.ts'
import {
  favourites,
  pageKeyOf,
  removeLink,
  type SavedLink,
  saveLink,
} from '../search/savedLinks.ts'
import { copyText } from '../ui/Id.tsx'
import { Popover } from '../ui/Popover.tsx'
import { toast } from '../ui/toast.tsx'
import { SharePicture } from './SharePicture.tsx'

type Props = {
  page: SavedLink
  dataPath: string
  /** Pages of this explorer about the same. Large screens may have some beside the menu. */
  links?: { name: string; to: string; isOnPhones?: boolean }[]
  /** The same on other explorers. */
  others?: { name: string; href: string }[]
}

/** What can be done with a page: share its picture or link, make it a favourite, see its data or other explorers. */
export function PageActions({ page, dataPath, links = [], others = [] }: Props) {
  const { origin, baseUrl } = useAppContext()
  const isFavourite = favourites.use().some(({ to }) => pageKeyOf(to) === pageKeyOf(page.to))
  const url = (baseUrl || origin) + dataPath
  const command = `curl '${url.replaceAll("'", '%27')}'`

  const copyLink = () => copyText(location.href, 'Link')
  function toggleFavourite() {
    if (isFavourite) removeLink(favourites, page)
    else saveLink(favourites, page)
    toast(isFavourite ? 'No favourite any more' : 'Saved as a favourite')
  }
  return (
    <>
      <SharePicture path={page.to} title={page.title} />
      <button
        type="button"
        aria-label="Copy link"
        title="Copy link"
        className="button icon-button phone:hidden"
        onClick={copyLink}
      >
        <Link2 size={16} aria-hidden="true" />
      </button>
      <button
        type="button"
        aria-label="Favourite"
        title="Favourite"
        aria-pressed={isFavourite}
        className="button icon-button phone:hidden"
        onClick={toggleFavourite}
      >
        <Star
          size={16}
          aria-hidden="true"
          className={isFavourite ? 'fill-current text-accent' : ''}
        />
      </button>
      <Popover
        className="button icon-button"
        name="More"
        width="menu"
        align="end"
        label={<MoreHorizontal size={16} aria-hidden="true" />}
      >
        <button type="button" className={`${MENU_ITEM} wide:hidden`} onClick={copyLink}>
          Copy link
        </button>
        <button type="button" className={`${MENU_ITEM} wide:hidden`} onClick={toggleFavourite}>
          {isFavourite ? 'Remove from favourites' : 'Save as a favourite'}
        </button>
        {links.map(({ name, to, isOnPhones }) => (
          <Link key={to} to={to} className={`${MENU_ITEM} ${isOnPhones ? 'wide:hidden' : ''}`}>
            {name}
          </Link>
        ))}
        <a href={url} className={MENU_ITEM}>
          JSON
        </a>
        <button
          type="button"
          className={MENU_ITEM}
          onClick={() => copyText(command, 'cURL command')}
        >
          Copy as cURL
        </button>
        {others.map(({ name, href }) => (
          <a key={name} href={href} target="_blank" rel="noopener noreferrer" className={MENU_ITEM}>
            {name} ↗
          </a>
        ))}
      </Popover>
    </>
  )
}

const MENU_ITEM =
  'flex min-h-8 w-full items-center rounded-sm px-2.5 text-start text-sm hover:bg-sunken pointer-coarse:min-h-11'
