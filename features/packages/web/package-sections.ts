interface PackageLevel {
  name: string
  package_name: string
}

/** Groups tiers by package, in the order of each package's first tier. */
function groupByPackage<T extends PackageLevel>(tiers: readonly T[]): { name: string; levels: readonly T[] }[] {
  const packages = new Map<string, T[]>()
  for (const tier of tiers) packages.set(tier.package_name, [...(packages.get(tier.package_name) ?? []), tier])
  return [...packages].map(([name, levels]) => ({ name, levels }))
}

interface PackageSection<T> {
  /** The heading; undefined for packages whose only tier has the name of the package. */
  name: string | undefined
  levels: readonly T[]
}

/**
 * Returns packages as sections. Adjacent packages whose only tier has the package's name share a section, so that their cards fill the
 * width.
 */
export function groupIntoSections<T extends PackageLevel>(tiers: readonly T[]): PackageSection<T>[] {
  const sections: PackageSection<T>[] = []
  for (const { name, levels } of groupByPackage(tiers)) {
    const last = sections.at(-1)
    const isTitled = levels.length > 1 || levels[0]?.name !== name
    if (isTitled) sections.push({ name, levels })
    else if (last && last.name === undefined) last.levels = [...last.levels, ...levels]
    else sections.push({ name: undefined, levels })
  }
  return sections
}
