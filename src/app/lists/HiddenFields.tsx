/** Hidden fields for the parameters of a link, which a form keeps when it is sent. */
export function HiddenFields({ link }: { link: string }) {
  const parameters = new URLSearchParams(link.split('?')[1])
  return [...parameters].map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={value} />
  ))
}
