import { Link } from 'react-router-dom'
import type { RuneIdentifier } from '../../../contract/identifiers.ts'
import { blockLink, nameLink, searchLink } from '../../links.ts'
import { Unknown } from '../../ui/Notice.tsx'

export function UnknownRune({ rune }: { rune: RuneIdentifier }) {
  const { title, text } = textsOf(rune)
  return (
    <Unknown title={title} actions={<Actions rune={rune} />}>
      {text}
    </Unknown>
  )
}

function Actions({ rune }: { rune: RuneIdentifier }) {
  return (
    <>
      {rune.kind === 'name' && (
        <Link to={nameLink(rune.name)} className="button primary">
          Is the name free?
        </Link>
      )}
      {rune.kind === 'id' && (
        <Link to={blockLink(rune.height)} className="button">
          Open the block
        </Link>
      )}
      {rune.kind === 'number' ? (
        <Link to="/runes" className="button">
          All runes
        </Link>
      ) : (
        <Link to={searchLink(rune.text)} className="button">
          Search for it
        </Link>
      )}
    </>
  )
}

function textsOf(rune: RuneIdentifier): { title: string; text: string } {
  switch (rune.kind) {
    case 'name':
      return {
        title: `No rune is called ${rune.name}`,
        text: 'The name may be free, or its etching is not in this index.',
      }
    case 'number':
      return {
        title: `No rune has the number ${rune.number}`,
        text: 'It is not etched yet, or this index begins too late to count runes.',
      }
    case 'id':
      return {
        title: `No rune has the id ${rune.text}`,
        text: 'An id is the block of the etching, and the position of its transaction.',
      }
  }
}
