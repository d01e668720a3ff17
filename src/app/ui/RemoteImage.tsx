type Props = {
  source: string
  /** The width and the height of its box in pixels. */
  size: number
  onFail: (source: string) => void
}

/** An image in a square box. Its host does not learn which page shows it. */
export function RemoteImage({ source, size, onFail }: Props) {
  return (
    <img
      src={source}
      alt=""
      width={size}
      height={size}
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      className="size-full object-contain"
      // An image of a server-rendered page may fail before hydration.
      ref={(image) => {
        if (image?.complete && image.naturalWidth === 0) onFail(source)
      }}
      onError={() => onFail(source)}
    />
  )
}
