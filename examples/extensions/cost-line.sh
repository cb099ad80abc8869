#!/bin/sh
# Shows in the host's status line what the session has cost so far. Needs a POSIX shell and sed.

printf '%s\n' '{"type":"hello","id":"hello","protocol":1,"name":"cost-line","events":["session_start","run_end"]}'

while IFS= read -r line; do
  case $line in
    # Without a status line there is nothing to do.
    *'"command":"hello"'*'"hasUi":false'*) exit 0 ;;
    '{"type":"session_start"'* | '{"type":"run_end"'*) printf '%s\n' '{"type":"get_stats","id":"stats"}' ;;
    '{"id":"stats",'*'"success":true'*)
      cost=$(printf '%s\n' "$line" | sed -n 's/.*"cost":\([0-9.e-]*\).*/\1/p')
      tokens=$(printf '%s\n' "$line" | sed -n 's/.*"total":\([0-9]*\).*/\1/p')
      LC_ALL=C printf '{"type":"set_status","key":"cost","text":"$%.4f, %s tokens"}\n' "${cost:-0}" "${tokens:-0}"
      ;;
  esac
done
