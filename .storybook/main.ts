import type { StorybookConfig } from '@storybook/react-vite'

export default {
  framework: '@storybook/react-vite',
  stories: ['../src/**/*.stories.tsx', '../widgets/**/*.stories.tsx'],
  addons: ['@storybook/addon-docs', '@storybook/addon-a11y', '@storybook/addon-vitest'],
  core: { disableTelemetry: true, disableWhatsNewNotifications: true },
  // TypeScript 7 has no compiler API, so only the parser-based reader of props works.
  typescript: { reactDocgen: 'react-docgen', check: false },
} satisfies StorybookConfig
