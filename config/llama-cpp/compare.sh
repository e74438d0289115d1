#!/usr/bin/env bash
# Compares Boltmesh's speed with llama.cpp's: the same ggml libraries, file, threads, repacking, F16 key/value cache and
# number of tokens, no flash attention on either side, taking turns within one run. All of Boltmesh's processes run all
# the time; llama.cpp is driven by llama_speed.c. Prints a table and leaves compare.json in the working folder.
#
#   mvn -B package -DskipTests
#   config/llama-cpp/compare.sh
#   config/llama-cpp/compare.sh --threads 1 --types q8_0 --runs 9
#   config/llama-cpp/compare.sh --model qwen3-8b-q4_k_m.gguf --threads 8
#
# Needs Linux on x86-64, a JDK 25, cc, npm, and about 1.5 GB in the working folder.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)

# As NpmPackage pins it, which a test compares.
package='@node-llama-cpp/linux-x64'
version='3.22.1'
integrity='5uCCDNqWCNfaAm8aR/Uzxbo4HBpKgNF91kCHPepKhgMgV2OAmatoefbOlMihsqCiH2Od35E/eUHQCFbfRBJuOg=='

work=$root/target/llama-cpp
jar=$root/target/node.jar
shape=$root/config/shapes/qwen3-0.6b.json
models=()
types=q8_0,q4_0
threads=1,2
runs=5
prompt=512
generate=64
flash=off

say() { printf 'compare: %s\n' "$*" >&2; }
fail() { say "$*"; exit 1; }
usage() {
  awk 'NR > 1 && /^#/ { sub(/^# ?/, ""); print; next } NR > 1 { exit }' "${BASH_SOURCE[0]}"
  printf '\noptions: --work DIR --jar FILE --model FILE (again for more) --shape CONFIG.JSON --types A,B --threads 1,2\n'
  printf '         --runs N --prompt N --generate N --flash on|off (llama.cpp only)\n'
}

while (($# > 0)); do
  case $1 in
    -h | --help) usage; exit 0 ;;
    --work | --jar | --model | --shape | --types | --threads | --runs | --prompt | --generate | --flash)
      [[ $# -ge 2 ]] || fail "$1 has no value, see --help" ;;
    *) say "unknown option $1, see --help"; exit 2 ;;
  esac
  case $1 in
    --work) work=$2 ;;
    --jar) jar=$2 ;;
    --model) models+=("$(realpath "$2")") ;;
    --shape) shape=$2 ;;
    --types) types=$2 ;;
    --threads) threads=$2 ;;
    --runs) runs=$2 ;;
    --prompt) prompt=$2 ;;
    --generate) generate=$2 ;;
    --flash) flash=$2 ;;
  esac
  shift 2
done
[[ $(uname -sm) == "Linux x86_64" ]] || fail "this is $(uname -sm), want Linux x86_64"
[[ -f $jar ]] || fail "no $jar, build it: mvn -B package -DskipTests"
for program in java cc npm tar openssl; do
  command -v "$program" >/dev/null || fail "no $program, install it"
done
mkdir -p "$work"
work=$(cd "$work" && pwd)
libraries=$work/package/bins/linux-x64
context=$((prompt > generate ? prompt : generate))
context=$(((context + 1 + 255) / 256 * 256))

boltmesh() { java -jar "$jar" "$@"; }

fetch() {
  local archive
  if [[ -f $work/package.version && $(<"$work/package.version") == "$version" ]]; then return; fi
  say "fetching $package@$version with npm"
  archive=$(cd "$work" && npm pack --silent "$package@$version") || fail "npm pack $package@$version failed"
  [[ $(openssl dgst -sha512 -binary "$work/$archive" | openssl base64 -A) == "$integrity" ]] ||
    fail "$work/$archive is not what is pinned: its SHA-512 differs; remove it and try again"
  rm -rf "$work/package"
  tar -xzf "$work/$archive" -C "$work"
  printf '%s' "$version" >"$work/package.version"
}

compile() {
  say "compiling llama_speed"
  cc -O2 -std=c11 -D_POSIX_C_SOURCE=200809L -Wall -Wextra -Werror "$root/config/llama-cpp/llama_speed.c" \
    -o "$work/llama_speed" -L"$libraries" -l:"$(basename "$libraries"/libllama.v*.so)" \
    -l:"$(basename "$libraries"/libggml.v*.so)" -l:libggml-base.so -Wl,-rpath,"$libraries" -Wl,--allow-shlib-undefined
}

synthesise() {
  local type file
  for type in ${types//,/ }; do
    file=$work/$(basename "$shape" .json)-random-$type.gguf
    [[ -f $file ]] || boltmesh bench synth --config "$shape" --type "$type" -o "$file" >&2
    models+=("$file")
  done
}

ours_pid=
theirs_pid=
cleanup() {
  exec 3>&- 4<&- 5>&- 6<&- || true
  if [[ -n $theirs_pid ]]; then kill "$theirs_pid" 2>/dev/null || true; fi
  # It stops its node, which stops the others.
  if [[ -n $ours_pid ]]; then
    kill "$ours_pid" 2>/dev/null || true
    wait "$ours_pid" 2>/dev/null || true
  fi
  rm -rf "$work/run"
}
trap cleanup EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# Both sides with a model and a number of threads; each waits for a line before it measures.
start() {
  rm -rf "$work/run"
  mkdir -m 700 "$work/run"
  mkfifo "$work/run/ours.in" "$work/run/ours.err" "$work/run/theirs.in" "$work/run/theirs.out"
  BOLTMESH_GGML=$libraries java -jar "$jar" bench model --file "$1" --threads "$2" \
    --context "$context" --prompt-tokens "$prompt" --generate-tokens "$generate,1" --repetitions "$runs" \
    --warm-up 1 --paced --json <"$work/run/ours.in" >"$work/ours.json" 2>"$work/run/ours.err" &
  ours_pid=$!
  exec 3>"$work/run/ours.in" 4<"$work/run/ours.err"
  "$work/llama_speed" "$libraries" "$1" "$2" "$context" $((context < 512 ? context : 512)) "$flash" \
    <"$work/run/theirs.in" >"$work/run/theirs.out" 2>"$work/theirs.log" 3>&- 4<&- &
  theirs_pid=$!
  exec 5>"$work/run/theirs.in" 6<"$work/run/theirs.out"
  read -r ready <&6 || fail "llama_speed ended: $(tail -n 1 "$work/theirs.log")"
  say "llama.cpp: $ready"
}

# One measurement of ours; sets $speed to tokens per second, 0 for a warm-up.
ours() {
  local line
  echo >&3
  while read -r line <&4; do
    case $line in
      *", warm-up") speed=0; return ;;
      pp*" tokens/s" | tg*" tokens/s") line=${line% tokens/s}; speed=${line##*: }; return ;;
      *) say "boltmesh: $line" ;;
    esac
  done
  fail "boltmesh ended before it had measured all"
}

# One measurement of llama.cpp's.
theirs() {
  local ns
  echo "$1 $2" >&5
  read -r ns <&6 || fail "llama_speed ended: $(tail -n 1 "$work/theirs.log")"
  speed=$(awk -v n="$2" -v ns="$ns" 'BEGIN { printf "%.2f", n * 1e9 / ns }')
}

# Processor time that a process has taken, in hundredths of a second.
ticks() { sed 's/.*) //' "/proc/$1/stat" | awk '{ print $12 + $13 }'; }

# The engine among the processes below one.
engine_pid() {
  local child
  for child in $(pgrep -P "$1"); do
    if tr '\0' ' ' <"/proc/$child/cmdline" | grep -q ' engine '; then
      echo "$child"
    else
      engine_pid "$child"
    fi
  done
}

# Resident bytes of the engine: all, and those that are the model's file.
memory() {
  awk -v file="$2" '
    /^[0-9a-f]+-[0-9a-f]+ / { own = index($0, file) > 0 }
    /^Rss:/ { all += $2; if (own) mapped += $2 }
    /^Size:/ { if (own) size += $2 }
    END { print all * 1024, mapped * 1024, size * 1024 }' "/proc/$1/smaps"
}

# One measurement of a side; sets $speed, and $busy to tokens per second of processor time.
timed() {
  local side=$1 tokens=$3 pid before after
  pid=$([[ $side == ours ]] && echo "$engine" || echo "$theirs_pid")
  before=$(ticks "$pid")
  "$side" "$2" "$tokens"
  after=$(ticks "$pid")
  busy=$(awk -v n="$tokens" -v t=$((after - before)) 'BEGIN { printf "%.2f", n * 100 / (t ? t : 1) }')
}

# A warm-up, which also waits until our model is loaded; then a pair of measurements, run after run.
measure() {
  local model=$1 count=$2 test tokens run first second
  local -A speeds busies
  say "$(basename "$model"), $count threads"
  cat "$model" >/dev/null
  start "$model" "$count"
  for test in pp tg; do
    tokens=$([[ $test == pp ]] && echo "$prompt" || echo "$generate")
    ours
    theirs "$test" "$tokens"
    engine=$(engine_pid "$ours_pid")
    for ((run = 1; run <= runs; run++)); do
      # Whoever goes second finds other caches: take turns.
      if ((run % 2 == 0)); then first=ours second=theirs; else first=theirs second=ours; fi
      for side in "$first" "$second"; do
        timed "$side" "$test" "$tokens"
        speeds[$side]=$speed
        busies[$side]=$busy
      done
      printf '%s\t%s\t%s%s\t%s\t%s\t%s\t%s\n' "$(basename "$model")" "$count" "$test" "$tokens" \
        "${speeds[ours]}" "${speeds[theirs]}" "${busies[ours]}" "${busies[theirs]}" |
        tee -a "$work/samples.tsv" >&2
    done
  done
  note_memory "$model"
  stop
  beyond "$model" "$count"
}

# After its last measurement our side ends: that one is of no interest.
stop() {
  local run
  for ((run = 0; run <= runs; run++)); do ours; done
  echo quit >&5
  wait "$theirs_pid" || true
  theirs_pid=
  exec 3>&- 5>&- 6<&-
  cat <&4 >/dev/null || true
  exec 4<&-
  wait "$ours_pid" || fail "boltmesh failed: $(cat "$work/ours.json")"
  ours_pid=
}

note_memory() { read -r resident mapped size <<<"$(memory "$engine" "$1")"; }

# What the engine takes beside weights, mapped or repacked, and key/value cache.
beyond() {
  local weights cache
  weights=$(sed -E 's/.*"weight_bytes":([0-9]+).*/\1/' "$work/ours.json")
  cache=$(sed -E 's/.*"kv_cache_bytes":([0-9]+).*/\1/' "$work/ours.json")
  awk -v OFS='\t' -v model="$(basename "$1")" -v threads="$2" -v all="$resident" -v mapped="$mapped" -v size="$size" \
    -v weights="$weights" -v cache="$cache" 'BEGIN {
      repacked = weights > size ? weights - size : 0
      printf "%s\t%s\t%d\t%d\n", model, threads, all, all - mapped - repacked - cache
    }' | tee -a "$work/memory.tsv" >&2
}

report() {
  awk -F '\t' -v runs="$runs" -v json="$work/compare.json" -v memory="$work/memory.tsv" -v package="$package@$version" \
    -v flash="$flash" '
    function median(list, n,   i, j, t) {
      for (i = 2; i <= n; i++)
        for (j = i; j > 1 && list[j - 1] > list[j]; j--) { t = list[j]; list[j] = list[j - 1]; list[j - 1] = t }
      return n % 2 ? list[(n + 1) / 2] : (list[n / 2] + list[n / 2 + 1]) / 2
    }
    { key = $1 FS $2 FS $3; if (!(key in count)) order[++keys] = key
      i = ++count[key]; mine[key, i] = $4; other[key, i] = $5; ratio[key, i] = $4 / $5; cpu[key, i] = $6 / $7 }
    END {
      printf "%-36s %7s %6s %21s %21s %6s %6s %6s\n", "model", "threads", "test", "boltmesh, tokens/s",
        "llama.cpp, tokens/s", "ratio", "pairs", "cpu"
      printf "{\"llama_cpp\":\"%s\",\"flash_attention_of_llama_cpp\":\"%s\",\"results\":[", package, flash > json
      for (k = 1; k <= keys; k++) {
        key = order[k]; n = count[key]; split(key, part, FS)
        for (i = 1; i <= n; i++) { a[i] = mine[key, i] + 0; b[i] = other[key, i] + 0 }
        for (i = 1; i <= n; i++) { c[i] = ratio[key, i]; d[i] = cpu[key, i] }
        ma = median(a, n); mb = median(b, n); mc = median(c, n); md = median(d, n)
        printf "%-36s %7s %6s %8.2f %5.2f..%5.2f %8.2f %5.2f..%5.2f %6.3f %6.3f %6.3f\n", part[1], part[2], part[3],
          ma, a[1], a[n], mb, b[1], b[n], ma / mb, mc, md
        printf("%s{\"model\":\"%s\",\"threads\":%d,\"test\":\"%s\",\"runs\":%d,", (k > 1 ? "," : ""), part[1],
          part[2], part[3], n) > json
        printf "\"boltmesh\":{\"median\":%.3f,\"min\":%.3f,\"max\":%.3f},", ma, a[1], a[n] > json
        printf "\"llama_cpp\":{\"median\":%.3f,\"min\":%.3f,\"max\":%.3f},", mb, b[1], b[n] > json
        printf "\"ratio_of_medians\":%.4f,\"median_of_ratios\":%.4f,\"median_of_cpu_time_ratios\":%.4f}",
          ma / mb, mc, md > json
      }
      printf "],\"engine_memory\":[" > json
      while ((getline line < memory) > 0) {
        split(line, part, FS)
        printf "%-36s %7s engine: %d MiB resident, %d MiB beyond weights and key/value cache\n", part[1], part[2],
          part[3] / 1048576, part[4] / 1048576
        printf "%s{\"model\":\"%s\",\"threads\":%d,\"resident_bytes\":%d,\"beyond_weights_and_cache_bytes\":%d}",
          (m++ ? "," : ""), part[1], part[2], part[3], part[4] > json
      }
      printf "]}\n" > json
    }' "$work/samples.tsv"
}

fetch
compile
if ((${#models[@]} == 0)); then synthesise; fi
: >"$work/samples.tsv"
: >"$work/memory.tsv"
for model in "${models[@]}"; do
  for count in ${threads//,/ }; do measure "$model" "$count"; done
done
report
