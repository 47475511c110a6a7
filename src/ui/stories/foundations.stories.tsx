import type { Meta, StoryObj } from '@storybook/react-vite'
import { Button, Card, CartesianChart, Figure, TONES, useUi } from '../index.ts'
import { Grid, Row, Stack } from './layout.tsx'
import { daily, dayNames } from './sample.ts'

const meta = { title: 'Foundations/Tokens' } satisfies Meta
export default meta
type Story = StoryObj

const Patch = ({ name, text = 'var(--text)' }: { name: string; text?: string }) => (
  <div
    style={{
      padding: '14px 12px',
      borderRadius: 'var(--radius)',
      border: '1px solid var(--line)',
      background: `var(--${name})`,
      color: text,
    }}
  >
    {name}
  </div>
)

export const Colours: Story = {
  render: () => (
    <Stack>
      <Grid least={150}>
        {['surface', 'raised', 'sunken', 'overlay', 'hover', 'pressed', 'accent-soft'].map((name) => (
          <Patch key={name} name={name} />
        ))}
        <Patch name="accent" text="var(--on-accent)" />
      </Grid>
      <Grid least={150}>
        {['good', 'bad', 'warn', 'info'].map((name) => (
          <Patch key={name} name={`${name}-soft`} text={`var(--${name})`} />
        ))}
      </Grid>
      <Row>
        {[...Array.from({ length: TONES }, (_, tone) => `tone-${tone}`), 'tone-others'].map((name) => (
          <span key={name} style={{ display: 'grid', gap: 4 }}>
            <span style={{ width: 72, height: 40, borderRadius: 6, background: `var(--${name})` }} />
            {name}
          </span>
        ))}
      </Row>
    </Stack>
  ),
}

export const Type: Story = {
  render: () => (
    <Stack>
      {[1, 2, 3, 4].map((size) => (
        <p key={size} style={{ fontSize: `var(--text-${size})` }}>
          Texto {size}: 1.234.567 visitas, čeština, això, não
        </p>
      ))}
      {[1, 2, 3].map((size) => (
        <p key={size} style={{ fontSize: `var(--figure-${size})`, fontWeight: 620, letterSpacing: '-0.02em' }}>
          12.345 · 23,4 %
        </p>
      ))}
    </Stack>
  ),
}

/** A host's colours: everything follows, charts included. */
export const Branded: Story = {
  render: function Render() {
    const { locale } = useUi()
    return (
      <Stack width={760}>
        <Row>
          <Button kind="primary">Guardar</Button>
          <Button>Cancelar</Button>
        </Row>
        <Grid least={160}>
          <Figure label="Visitas" value={10_240} reference={9180} format="count" />
          <Figure label="Captación" value={21.2} reference={22.6} format="percent" />
        </Grid>
        <Card title="Visitas por día">
          <CartesianChart
            label="Visitas"
            width={680}
            height={220}
            option={{
              xAxis: { data: dayNames(7, locale) },
              yAxis: [{ format: 'count', name: 'Visitas' }],
              series: [
                { id: 'a', name: 'Esta semana', type: 'bar', tone: 0, data: daily(7, 1200, 3) },
                { id: 'b', name: 'Anterior', type: 'bar', tone: 0, period: 'reference', data: daily(7, 1100, 5) },
              ],
            }}
          />
        </Card>
      </Stack>
    )
  },
  beforeEach: () => {
    const root = document.documentElement
    const brand = {
      '--brand-primary': '#6b2fb3',
      '--brand-primary-dark': '#c4a2f5',
      '--brand-on-primary': '#ffffff',
      '--brand-on-primary-dark': '#22083f',
    }
    for (const [name, value] of Object.entries(brand)) root.style.setProperty(name, value)
    return () => {
      for (const name of Object.keys(brand)) root.style.removeProperty(name)
    }
  },
}
