/** Pre-setups: their list, beginning one, and the steps of one. */
import { EMPTY_SETUP } from '#domain/presetup'
import { presetupMachine } from '#domain/machines/presetups'
import type { Presetup } from '#schemas/generated/entities/presetup.ts'
import { ScheduleIcon } from '#ui/icons/areas.tsx'
import type { Stated } from '../resource/states/stated.ts'
import { siteNoun } from '../site/site-noun.tsx'
import { setupText } from './lines.ts'
import { SetupEditor } from './setup-editor.tsx'

const PATH = 'presetup'
const WORDS = 'noun-presetups:'

const stated: Stated<Presetup> = {
  name: 'presetups',
  path: PATH,
  words: WORDS,
  label: ({ name, id }) => (name === '' ? `#${id}` : name),
  machine: { table: presetupMachine, tones: { todo: 'warn', ready: 'info', installed: 'good' } },
}

export default siteNoun<Presetup>({
  stated,
  icon: ScheduleIcon,
  columns: (t) => [
    { attr: 'footscans', label: t(`${WORDS}step.footscans`), value: ({ footscans }) => footscans.length },
    { attr: 'installDate', label: t(`${WORDS}installDate`), type: 'Date', options: { time: false } },
    { attr: 'sealDate', label: t(`${WORDS}sealDate`), type: 'Date', options: { time: false } },
  ],
  blank: (values, at) =>
    ({
      ...EMPTY_SETUP,
      ...values,
      id: 0,
      partsAt: {},
      positions: [],
      status: 'todo',
      stateAt: at,
      assignee: null,
      createdAt: at,
      updatedAt: at,
    }) as Presetup,
  Editor: SetupEditor,
  textOf: setupText,
})
