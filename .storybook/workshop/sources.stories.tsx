import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, userEvent, within } from 'storybook/test'
import type { SourceReference } from '../../scripts/reference/sources.ts'
import { Chip, Chooser, Code, Grid, Head, Part, Words } from './parts.tsx'
import { sourceReferences } from './references.ts'
import { docsHref } from './widget-page.tsx'
import css from './workshop.module.css'

const meta = { title: 'Workshop/Sources', tags: ['!autodocs'] } satisfies Meta
export default meta

function Source({ source: { name, about, row, args, columns, cost, cache, feeds } }: { source: SourceReference }) {
  return (
    <>
      <Head eyebrow="Source" title={name} lead={about}>
        <ul className={css.chips} aria-label="Facts">
          <li>
            <Chip>one row is {row}</Chip>
          </li>
          <li>
            <Chip>{columns.length} columns</Chip>
          </li>
        </ul>
      </Head>
      <Part
        title="Arguments"
        note={
          args.length === 0 ? (
            'It takes none.'
          ) : (
            <>
              Literals or references to filters: <Code>$client</Code>, <Code>$periods.comparing.begin</Code>.
            </>
          )
        }
      >
        {args.length > 0 && (
          <Grid
            label={`Arguments of ${name}`}
            columns={[{ label: 'Argument', width: '24%' }, { label: 'Type', width: '22%' }, 'Meaning']}
            rows={args.map((arg) => ({
              key: arg.name,
              cells: [
                <>
                  <Code>{arg.name}</Code>
                  {arg.isRequired && <span className={css.required}>required</span>}
                </>,
                arg.type,
                <Words key="meaning">{arg.meaning}</Words>,
              ],
            }))}
          />
        )}
      </Part>
      <Part title="Columns">
        <Grid
          label={`Columns of ${name}`}
          columns={[{ label: 'Column', width: '24%' }, { label: 'Type', width: '22%' }, 'Meaning']}
          rows={columns.map((column) => ({
            key: column.id,
            cells: [
              <Code key="id">{column.id}</Code>,
              <>
                {column.type} <Chip>{column.role}</Chip>
                {column.unit !== '' && <span className={css.unit}>{column.unit}</span>}
              </>,
              <Words key="meaning">{column.meaning}</Words>,
            ],
          }))}
        />
      </Part>
      <Part title="What it costs">
        <dl className={css.facts}>
          <div>
            <dt>Call</dt>
            <dd>{cost.join(' ')}</dd>
          </div>
          <div>
            <dt>Kept</dt>
            <dd>{cache}</dd>
          </div>
          {feeds.length > 0 && (
            <div>
              <dt>Feeds</dt>
              <dd>
                {feeds.map((type) => (
                  <a key={type} href={docsHref(type)} target="_top">
                    {type}
                  </a>
                ))}
              </dd>
            </div>
          )}
        </dl>
      </Part>
    </>
  )
}

function Catalogue() {
  const all = sourceReferences()
  const choices = all.map(({ name, row, about, columns }) => ({
    id: name,
    name,
    note: row,
    words: `${about} ${columns.map(({ id, meaning }) => `${id} ${meaning}`).join(' ')}`,
  }))
  return (
    <Chooser label="Find a source or a column" plural="Sources" choices={choices} first="compare.mainExtended">
      {(name) => all.filter((source) => source.name === name).map((source) => <Source key={name} source={source} />)}
    </Chooser>
  )
}

/** The values of `queries.*.source`: made from the registry, the schemas of the calls and the metric registry. */
export const Sources: StoryObj = { render: () => <Catalogue />, tags: ['!test'] }

export const Found: StoryObj = {
  render: () => <Catalogue />,
  tags: ['!dev'],
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.type(canvas.getByRole('searchbox', { name: 'Find a source or a column' }), 'hour of the day in')
    await userEvent.click(await canvas.findByRole('button', { name: /compare\.hour/ }))
    const columns = await canvas.findByRole('group', { name: 'Columns of compare.hour' })
    await expect(within(columns).getByRole('row', { name: /^hour int dim ?hour Hour of the day/ })).toBeVisible()
  },
}
