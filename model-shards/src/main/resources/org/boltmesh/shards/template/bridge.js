// Between Java and @huggingface/jinja: what Python's Jinja does and the library does not, and
// limits for templates that nobody has vetted. Evaluates to (jinja, limits) => source => render.
(function (jinja, rangeMax, needleMax) {
  "use strict";

  // Searching a long text for a long one takes the product of both, and cannot be interrupted.
  function boundNeedle(method) {
    const original = String.prototype[method];
    String.prototype[method] = function (needle, ...rest) {
      const length = (needle instanceof RegExp ? needle.source : String(needle)).length;
      if (length > needleMax) {
        throw new Error(`${method}() for ${length} characters, want at most ${needleMax}`);
      }
      return original.call(this, needle, ...rest);
    };
  }
  ["includes", "split", "replaceAll"].forEach(boundNeedle);

  // In Jinja a loop over an undefined variable does nothing.
  const evaluateFor = jinja.Interpreter.prototype.evaluateFor;
  jinja.Interpreter.prototype.evaluateFor = function (node, environment) {
    const over = node.iterable.type === "SelectExpression" ? node.iterable.lhs : node.iterable;
    // Only what has no effect may be evaluated once more.
    const isName = over.type === "Identifier" || (over.type === "MemberExpression" && !over.computed);
    if (isName && this.evaluate(over, environment).type === "UndefinedValue") {
      return this.evaluateBlock(node.defaultBlock, environment);
    }
    return evaluateFor.call(this, node, environment);
  };

  function range(start, stop, step = 1) {
    const from = stop === undefined ? 0 : start;
    const to = stop === undefined ? start : stop;
    if (step === 0) {
      throw new Error("range() with step 0, want another");
    }
    const count = Math.max(0, Math.ceil((to - from) / step));
    if (!(count <= rangeMax)) {
      throw new Error(`range() of ${count} numbers, want at most ${rangeMax}`);
    }
    return Array.from({ length: count }, (_, index) => from + index * step);
  }

  const MONTHS = ["January", "February", "March", "April", "May", "June", "July", "August",
    "September", "October", "November", "December"];
  const DAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

  // Python's strftime in the C locale, as far as templates have been seen to use it.
  function strftime(date, format) {
    const two = (number) => String(number).padStart(2, "0");
    const parts = {
      "%Y": () => String(date.getFullYear()),
      "%y": () => two(date.getFullYear() % 100),
      "%m": () => two(date.getMonth() + 1),
      "%d": () => two(date.getDate()),
      "%B": () => MONTHS[date.getMonth()],
      "%b": () => MONTHS[date.getMonth()].slice(0, 3),
      "%A": () => DAYS[date.getDay()],
      "%a": () => DAYS[date.getDay()].slice(0, 3),
      "%H": () => two(date.getHours()),
      "%I": () => two(date.getHours() % 12 || 12),
      "%p": () => (date.getHours() < 12 ? "AM" : "PM"),
      "%M": () => two(date.getMinutes()),
      "%S": () => two(date.getSeconds()),
      "%%": () => "%",
    };
    return format.replace(/%./g, (part) => (parts[part] ? parts[part]() : part));
  }

  function environment(variables, nowMs) {
    const env = new jinja.Environment();
    for (const [name, value] of [["true", true], ["false", false], ["none", null]]) {
      env.set(name, value);
      env.set(name[0].toUpperCase() + name.slice(1), value);
    }
    env.set("range", range);
    env.set("strftime_now", (format) => strftime(new Date(nowMs), format));
    env.set("raise_exception", (message) => {
      throw new Error(message);
    });
    for (const [name, value] of Object.entries(variables)) {
      env.set(name, value);
    }
    return env;
  }

  return function compile(source) {
    const template = new jinja.Template(source);
    return (variablesJson, nowMs) =>
      new jinja.Interpreter(environment(JSON.parse(variablesJson), nowMs)).run(template.parsed).value;
  };
});
