// @module-tag slow
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { build } from '../scripts/build.mjs'
import { makeFolder } from './folders.ts'

// Runs the steps of docs/install.md word for word, as root with its own /etc, /srv, /var/lib, /var/backups and network. Not tested:
// packages (linked instead of downloaded), the build (copied: test/upgrade.test.ts builds), the editor (the test's settings), and systemd
// (runs its unit's command).

const folder = makeFolder('choice-install')
const origin = join(folder, 'origin')
const bin = join(folder, 'bin')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const canUnshare = (() => {
  try {
    execFileSync('unshare', ['--mount', '--net', '--pid', '--fork', 'mount', '-t', 'tmpfs', 'none', '/srv'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})()

/** Returns the commands of a section's first block. */
function commandsOf(section: string): string {
  const [, text = ''] = readFileSync(join('docs', 'install.md'), 'utf8').split(`## ${section}\n`)
  return /```sh\n([\s\S]*?)```/.exec(text)![1]!
}

function makeOrigin() {
  for (const path of [origin, bin]) mkdirSync(path)
  cpSync(process.execPath, join(bin, 'node'))
  const sources = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { encoding: 'utf8' }).split('\0').filter(Boolean)
  for (const path of sources) if (existsSync(path)) cpSync(path, join(origin, path))
  chmodSync(folder, 0o755)
  const git = (...args: string[]) => execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@example.com', ...args], { cwd: origin })
  git('init', '--quiet', '--initial-branch=main')
  git('add', '--all', '--force')
  git('commit', '--quiet', '--message=one')
}

/** Replaces programs that this test doesn't cover. */
const replacementCommands = `
editor() { sed -i -e 's|^PUBLIC_URL=.*|PUBLIC_URL=http://localhost:3000|' -e 's|^SMTP_URL=.*||' -e '/^TRUSTED_PROXIES/d' "$1"; }
git() {
  if [ "$1" = clone ]; then
    command git clone --quiet "${origin}" "$3" && mkdir "$3/node_modules" && ln -s "${resolve('node_modules')}"/* "${resolve('node_modules')}"/.[!.]* "$3/node_modules/" && rm -f "$3"/node_modules/.vite*
    cp -r "${resolve('dist')}" "$3/dist"
  else command git "$@"; fi
}
journalctl() { :; }
systemctl() {
  if [ "$*" = 'enable --now choice' ]; then
    grep -q '^ExecStart=/bin/sh scripts/run scripts/start.mjs$' /etc/systemd/system/choice.service
    mkdir -p /run/choice && chown choice:choice /run/choice
    mount --bind /srv/choice /srv/choice && mount -o remount,bind,ro /srv/choice
    ( cd /srv/choice && exec env SETTINGS_FILE=/etc/choice.env TMPDIR=/run/choice NODE_ENV=production HOME=/var/lib/choice-tv \\
      setpriv --reuid=choice --regid=choice --clear-groups --no-new-privs /bin/sh scripts/run scripts/start.mjs ) >/tmp/choice.out 2>&1 &
    for i in $(seq 600); do command curl -sf http://127.0.0.1:3000/health >/dev/null && return; sleep 0.1; done
    cat /tmp/choice.out >&2; return 1
  elif [ "$1" != daemon-reload ]; then echo "systemctl $*" >&2; return 1; fi
}
curl() { command curl -sS "$@"; echo; }
`
/** System folders. Only this process and its children see changes in them. */
const privateSystem = `
set -eu
ip link set lo up
cp -a /etc "${folder}/etc" && mount --bind "${folder}/etc" /etc
for path in /srv /var/lib /var/backups /run; do [ -d "$path" ] && mount -t tmpfs -o mode=755 none "$path"; done
mkdir -p /etc/systemd/system
`

test.skipIf(!canUnshare)(
  'the steps of the guide result in a page that responds, as root on a new system (skipped without namespaces)',
  async () => {
    makeOrigin()
    await build()
    const script = join(folder, 'steps.sh')
    const checks = `
test "$(stat -c %U /srv/choice)" = choice
test "$(stat -c %a:%U:%G /etc/choice.env)" = 640:root:choice
command curl -sS -o /dev/null -w 'page %{http_code} %{content_type}\\n' http://127.0.0.1:3000/en/
test "$(ps -o user= -p $!)" = choice
TMPDIR=/run/choice as_choice "npm run backup -- /var/backups/choice --keep 14"
ls /var/backups/choice/choice-*.tar.gz
kill -TERM $!; wait $! && echo stopped
`
    writeFileSync(script, [privateSystem, replacementCommands, commandsOf('Step by step'), checks].join('\n'))
    const child = spawn('unshare', ['--mount', '--net', '--pid', '--fork', '--mount-proc', '--kill-child', 'bash', script], {
      env: { PATH: `${bin}:${process.env['PATH']}`, NODE_OPTIONS: '' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (output += text.toString()))
    const [code] = (await once(child, 'close')) as [number | null]
    expect([code, output]).toEqual([0, expect.stringMatching(/\{"status":"ok"\}[\s\S]*page 200 text\/html[\s\S]*\.tar\.gz\nstopped/)])
  },
  400_000,
)
