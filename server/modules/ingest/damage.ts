/** Lost parts of the journal: reported at once, counted, and described. */
import { basename } from 'node:path'
import type { Clock } from '../../lib/clock.ts'
import type { Damages } from '../../lib/damages.ts'
import type { Damage } from './journal.ts'

interface DamageParts {
  readonly clock: Clock
  readonly log: { error(fields: object, message: string): void }
  readonly damages?: Pick<Damages, 'note'> | undefined
}

export function journalDamage({ clock, log, damages }: DamageParts) {
  const lost: Damage[] = []

  return {
    note(found: Damage): void {
      const text = textOfDamage(found)
      log.error({ ...found }, text)
      // Its arrival was not acknowledged.
      if (found.kind === 'torn tail') return
      lost.push(found)
      damages?.note({
        part: 'journal',
        where: `${basename(found.file)} ${found.at}`,
        text,
        at: clock.now(),
        clients: null,
      })
    },

    state: () => ({ damage: lost.length, lostBytes: lost.reduce((sum, { bytes }) => sum + bytes, 0) }),
  }
}

export function textOfDamage({ file, at, bytes, kind }: Damage): string {
  const name = basename(file)
  switch (kind) {
    case 'torn tail':
      return 'a message that was being written when the server ended was cut off; it had not been answered'
    case 'damaged':
      return (
        `The journal ${name} is damaged at byte ${at}: messages in ${bytes} bytes are lost; what is behind ` +
        'them was read.'
      )
    case 'cut':
      return (
        `The journal ${name} was cut: ${bytes} bytes of messages that had been answered are gone from byte ` +
        `${at} on.`
      )
    case 'missing':
      return bytes === 0
        ? `The journal ${name} is missing: messages in it that were not counted yet are lost.`
        : `The journal ${name} is missing: ${bytes} bytes of messages that were not counted yet are lost.`
  }
}
