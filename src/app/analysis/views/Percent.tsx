import { useLanguage } from '../../ui/reader.ts'

/** A part of a whole, rounded; what is there never reads as nothing, nor what is not all as all. */
export function Percent({ share }: { share: number }) {
  const format = new Intl.NumberFormat(useLanguage(), {
    style: 'percent',
    maximumFractionDigits: 1,
    numberingSystem: 'latn',
  })
  const text =
    share < 0.0005
      ? `< ${format.format(0.001)}`
      : share > 0.9995 && share < 1
        ? `> ${format.format(0.999)}`
        : format.format(share)
  return <span className="whitespace-nowrap tabular">{text}</span>
}
