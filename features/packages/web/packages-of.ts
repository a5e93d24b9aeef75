interface Level {
  package_name: string
}

/** Groups tiers by package, in the order of each package's first tier. */
export function packagesOf<T extends Level>(tiers: readonly T[]): { name: string; levels: readonly T[] }[] {
  const packages = new Map<string, T[]>()
  for (const tier of tiers) packages.set(tier.package_name, [...(packages.get(tier.package_name) ?? []), tier])
  return [...packages].map(([name, levels]) => ({ name, levels }))
}
