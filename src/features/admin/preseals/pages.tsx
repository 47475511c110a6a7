/** Pre-seals: their list, beginning one, and the points of one. */
import { presealMachine } from '#domain/machines/preseals'
import { pointsWithArea } from '#domain/points'
import type { Preseal } from '#schemas/generated/entities/preseal.ts'
import { StatusIcon } from '#ui/icons/index.tsx'
import type { Stated } from '../resource/states/stated.ts'
import { siteNoun } from '../site/site-noun.tsx'
import { setupText } from '../presetups/lines.ts'
import { PresealEditor } from './preseal-editor.tsx'

const PATH = 'preseal'
const WORDS = 'noun-preseals:'

const stated: Stated<Preseal> = {
  name: 'preseals',
  path: PATH,
  words: WORDS,
  label: ({ name, id }) => (name === '' ? `#${id}` : name),
  machine: { table: presealMachine, tones: { off: 'neutral', on: 'warn', sealed: 'good' }, asks: ['verify'] },
}

export default siteNoun<Preseal>({
  stated,
  icon: StatusIcon,
  columns: (t) => [
    { attr: 'points', label: t(`${WORDS}points`), value: ({ points }) => pointsWithArea(points).length },
  ],
  blank: (values, at) =>
    ({
      name: '',
      client: null,
      local: null,
      points: {},
      ...values,
      id: 0,
      enabled: false,
      partsAt: {},
      status: 'off',
      stateAt: at,
      createdAt: at,
      updatedAt: at,
    }) as Preseal,
  Editor: PresealEditor,
  textOf: setupText,
})
