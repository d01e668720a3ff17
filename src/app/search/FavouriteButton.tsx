import { favourites, pageOf, removeLink, type SavedLink, saveLink } from './savedLinks.ts'

/** Adds a page to the favourites on this device, or removes it. */
export function FavouriteButton(link: SavedLink) {
  const isFavourite = favourites.use().some(({ to }) => pageOf(to) === pageOf(link.to))
  return (
    <button
      type="button"
      aria-pressed={isFavourite}
      onClick={() => (isFavourite ? removeLink : saveLink)(favourites, link)}
      className={`button aria-pressed:text-accent ${isFavourite ? "before:content-['★'/'']" : "before:content-['☆'/'']"}`}
    >
      Favourite
    </button>
  )
}
