// A feature may import the features named before it, never one named after it.
const features = [
  'media',
  'accounts',
  'player',
  'teams',
  'channels',
  'arranging',
  'together',
  'uploads',
  'notifications',
  'social',
  'watching',
  'sharing',
  'publishing',
  'reports',
  'data-rights',
  'tv-sources',
  'guide',
  'tv-watching',
  'wallet',
  'packages',
  'subscriptions',
  'shortcuts',
  'search',
  'statistics',
  'link-checks',
  'pages',
  'operator',
]

const backwards = features.slice(0, -1).map((name, i) => ({
  name: `${name}-imports-only-earlier-features`,
  severity: 'error',
  from: { path: `^features/${name}/` },
  to: { path: `^features/(${features.slice(i + 1).join('|')})/` },
}))

export default {
  forbidden: [
    ...backwards,
    { name: 'known-features-only', severity: 'error', from: {}, to: { path: '^features/', pathNot: `^features/(${features.join('|')})/` } },
    { name: 'kit-and-ui-know-no-feature', severity: 'error', from: { path: '^(kit|ui)/' }, to: { path: '^(features|server|shell|web)/' } },
    { name: 'shell-knows-no-feature', severity: 'error', from: { path: '^shell/' }, to: { path: '^(features|server|web)/|^kit/server/' } },
    { name: 'only-the-entry-knows-web', severity: 'error', from: { path: '^(features|kit|shell|ui)/' }, to: { path: '^web/' } },
    { name: 'ui-knows-no-server', severity: 'error', from: { path: '^ui/' }, to: { path: '^kit/server/|node_modules/@tanstack' } },
    {
      name: 'web-and-server-apart',
      severity: 'error',
      from: { path: '(^|/)web/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '(^|/)server/' },
    },
    { name: 'server-and-web-apart', severity: 'error', from: { path: '(^|/)server/' }, to: { path: '(^|/)web/', pathNot: '\\.json$' } },
    {
      name: 'sql-only-in-queries',
      severity: 'error',
      from: { path: '^(features|server)/', pathNot: '/queries|[.]test[.]ts$' },
      to: { path: 'node_modules/(kysely|pg)/' },
    },
    // Includes type-only and lazy imports: to understand one module of a cycle, a reader needs all of them.
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types'] },
  },
}
