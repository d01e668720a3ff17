import { Star } from 'lucide-react'
import { dropLink, favourites, type KeptLink, keepLink, pageOf } from './keptLinks.ts'

/** Keeps a page among the favourites of this device, or lets it go. */
export function FavouriteButton(link: KeptLink) {
  const isFavourite = favourites.use().some(({ to }) => pageOf(to) === pageOf(link.to))
  return (
    <button
      type="button"
      aria-pressed={isFavourite}
      onClick={() => (isFavourite ? dropLink : keepLink)(favourites, link)}
      className="button aria-pressed:text-accent aria-pressed:*:fill-current"
    >
      <Star aria-hidden="true" className="size-4" />
      Favourite
    </button>
  )
}
