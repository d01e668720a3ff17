import { useQuery } from '@tanstack/react-query'
import type { RuneIdentifier } from '../../../contract/identifiers.ts'
import type { About } from '../../../contract/schemas/chain.ts'
import { WhenLoaded } from '../../errors/WhenLoaded.tsx'
import { blockLink, nameLink, searchLink } from '../../links.ts'
import { NameAnswer, nameStatusQuery } from '../../names/NameAnswer.tsx'
import { useAbout } from '../../query.ts'
import { ButtonLink, Unknown } from '../../ui/Notice.tsx'
import { useFormatCount } from '../../ui/numbers.tsx'
import { TableSkeleton } from '../../ui/Skeleton.tsx'

/** A rune that the index does not have, and why not. */
export function UnknownRune({ rune }: { rune: RuneIdentifier }) {
  return rune.kind === 'name' ? (
    <UnknownName name={rune.name} text={rune.text} />
  ) : (
    <UnknownId rune={rune} />
  )
}

/** Whether no rune can have the name yet, or any can. */
function UnknownName({ name, text }: { name: string; text: string }) {
  const status = useQuery(nameStatusQuery(name))
  return (
    <WhenLoaded query={status} skeleton={<TableSkeleton rows={1} />}>
      {(answer) => (
        <NameAnswer
          status={answer}
          text={text}
          actions={
            <>
              <ButtonLink to={searchLink(text)}>Search for it</ButtonLink>
              <ButtonLink to={nameLink(name)}>When names unlock</ButtonLink>
            </>
          }
        />
      )}
    </WhenLoaded>
  )
}

type UnnamedRune = Exclude<RuneIdentifier, { kind: 'name' }>

function UnknownId({ rune }: { rune: UnnamedRune }) {
  const about = useAbout()
  const formatCount = useFormatCount()
  const { title, text, link } = describe(rune, about, formatCount)
  return (
    <Unknown
      title={title}
      actions={
        <>
          {link}
          {rune.kind === 'id' && <ButtonLink to={searchLink(rune.text)}>Search for it</ButtonLink>}
        </>
      }
    >
      {text}
    </Unknown>
  )
}

function describe(
  rune: UnnamedRune,
  about: About | undefined,
  formatCount: (count: number) => string,
) {
  const { coverage, is_live } = about ?? {}
  const isLate = coverage?.is_complete === false
  switch (rune.kind) {
    case 'number':
      return {
        title: `No rune here has the number ${rune.number}`,
        text: isLate
          ? 'This index begins too late to count runes.'
          : `It is not etched${is_live ? ' yet' : ', or after this index ends'}.`,
        link: <ButtonLink to="/runes">All runes</ButtonLink>,
      }
    case 'id':
      if (coverage !== undefined && rune.height > coverage.to) {
        const newest = formatCount(coverage.to)
        return is_live
          ? {
              title: `Block ${formatCount(rune.height)} is not mined yet`,
              text: `The newest is ${newest}, so no rune has the id ${rune.text}.`,
            }
          : {
              title: `This index ends with block ${newest}`,
              text: 'Runes that were etched later are not in it.',
            }
      }
      if (isLate && rune.height < coverage.from) {
        return {
          title: `A rune with the id ${rune.text} would be older than this index`,
          text: `This index begins with block ${formatCount(coverage.from)}.`,
        }
      }
      return {
        title: `No rune has the id ${rune.text}`,
        text: 'An id is the block of the etching, and the position of its transaction.',
        link: <ButtonLink to={blockLink(rune.height)}>Open the block</ButtonLink>,
      }
  }
}
