extension Expression: Packed {
  func pack(into encoder: inout FactsEncoder) {
    encoder.write(offset)
    switch form {
    case .name(let name):
      encoder.write(UInt8(0))
      encoder.write(name)
    case .member(let base, let name):
      encoder.write(UInt8(1))
      encoder.write(base)
      encoder.write(name)
    case .call(let callee, let arguments):
      encoder.write(UInt8(2))
      encoder.write(callee)
      encoder.write(arguments)
    case .element(let base, let arguments):
      encoder.write(UInt8(3))
      encoder.write(base)
      encoder.write(arguments)
    case .text(let text):
      encoder.write(UInt8(4))
      encoder.write(text)
    case .pieces(let parts):
      encoder.write(UInt8(5))
      encoder.write(parts)
    case .number(let digits):
      encoder.write(UInt8(6))
      encoder.write(digits)
    case .truth(let value):
      encoder.write(UInt8(7))
      encoder.write(value)
    case .null: encoder.write(UInt8(8))
    case .list(let all):
      encoder.write(UInt8(9))
      encoder.write(all)
    case .dictionary(let all):
      encoder.write(UInt8(10))
      encoder.write(all)
    case .tuple(let all):
      encoder.write(UInt8(11))
      encoder.write(all)
    case .closure(let closure):
      encoder.write(UInt8(12))
      encoder.write(closure)
    case .unary(let sign, let inner):
      encoder.write(UInt8(13))
      encoder.write(sign)
      encoder.write(inner)
    case .binary(let sign, let left, let right):
      encoder.write(UInt8(14))
      encoder.write(sign)
      encoder.write(left)
      encoder.write(right)
    case .choice(let condition, let left, let right):
      encoder.write(UInt8(15))
      encoder.write(condition)
      encoder.write(left)
      encoder.write(right)
    case .assign(let sign, let target, let value):
      encoder.write(UInt8(16))
      encoder.write(sign)
      encoder.write(target)
      encoder.write(value)
    case .cast(let inner, let word, let type):
      encoder.write(UInt8(17))
      encoder.write(inner)
      encoder.write(word)
      encoder.write(type)
    case .attempt(let inner, let word):
      encoder.write(UInt8(18))
      encoder.write(inner)
      encoder.write(word)
    case .wait(let inner):
      encoder.write(UInt8(19))
      encoder.write(inner)
    case .block(let body):
      encoder.write(UInt8(20))
      encoder.write(body)
    case .selector(let name):
      encoder.write(UInt8(21))
      encoder.write(name)
    case .other(let text, let parts):
      encoder.write(UInt8(22))
      encoder.write(text)
      encoder.write(parts)
    }
  }

  init(from decoder: inout FactsDecoder) throws(PackDamage) {
    let offset = try decoder.number()
    let form: Form
    switch try decoder.byte() {
    case 0: form = .name(try decoder.text())
    case 1: form = .member(try decoder.optional(), try decoder.text())
    case 2: form = .call(try decoder.value(), try decoder.list())
    case 3: form = .element(try decoder.value(), try decoder.list())
    case 4: form = .text(try decoder.text())
    case 5: form = .pieces(try decoder.list())
    case 6: form = .number(try decoder.text())
    case 7: form = .truth(try decoder.flag())
    case 8: form = .null
    case 9: form = .list(try decoder.list())
    case 10: form = .dictionary(try decoder.list())
    case 11: form = .tuple(try decoder.list())
    case 12: form = .closure(try decoder.value())
    case 13: form = .unary(try decoder.text(), try decoder.value())
    case 14: form = .binary(try decoder.text(), try decoder.value(), try decoder.value())
    case 15: form = .choice(try decoder.value(), try decoder.value(), try decoder.value())
    case 16: form = .assign(try decoder.text(), try decoder.value(), try decoder.value())
    case 17: form = .cast(try decoder.value(), try decoder.text(), try decoder.text())
    case 18: form = .attempt(try decoder.value(), try decoder.text())
    case 19: form = .wait(try decoder.value())
    case 20: form = .block(try decoder.list())
    case 21: form = .selector(try decoder.text())
    case 22: form = .other(try decoder.text(), try decoder.list())
    default: throw PackDamage()
    }
    self.init(form, at: offset)
  }
}

extension Argument: Packed {
  func pack(into encoder: inout FactsEncoder) {
    encoder.write(label)
    encoder.write(value)
  }

  init(from decoder: inout FactsDecoder) throws(PackDamage) { self.init(try decoder.optional(), try decoder.value()) }
}

extension Closure: Packed {
  func pack(into encoder: inout FactsEncoder) {
    encoder.write(parameters)
    encoder.write(body)
    encoder.write(attributes)
  }

  init(from decoder: inout FactsDecoder) throws(PackDamage) {
    self.init(parameters: try decoder.list(), body: try decoder.list(), attributes: try decoder.list())
  }
}

extension Statement: Packed {
  func pack(into encoder: inout FactsEncoder) {
    encoder.write(offset)
    switch form {
    case .expression(let inner):
      encoder.write(UInt8(0))
      encoder.write(inner)
    case .declare(let pattern, let type, let value, let isLet):
      encoder.write(UInt8(1))
      encoder.write(pattern)
      encoder.write(type)
      encoder.write(value)
      encoder.write(isLet)
    case .function(let function):
      encoder.write(UInt8(2))
      encoder.write(function)
    case .condition(let conditions, let then, let otherwise):
      encoder.write(UInt8(3))
      encoder.write(conditions)
      encoder.write(then)
      encoder.write(otherwise)
    case .ensure(let conditions, let otherwise):
      encoder.write(UInt8(4))
      encoder.write(conditions)
      encoder.write(otherwise)
    case .choose(let subject, let cases):
      encoder.write(UInt8(5))
      encoder.write(subject)
      encoder.write(cases)
    case .loop(let loop):
      encoder.write(UInt8(6))
      encoder.write(loop)
    case .perform(let body, let catches):
      encoder.write(UInt8(7))
      encoder.write(body)
      encoder.write(catches)
    case .later(let body):
      encoder.write(UInt8(8))
      encoder.write(body)
    case .leave(let value):
      encoder.write(UInt8(9))
      encoder.write(value)
    case .raise(let value):
      encoder.write(UInt8(10))
      encoder.write(value)
    case .jump(let jump):
      encoder.write(UInt8(11))
      encoder.write(jump.rawValue)
    case .compiled(let branches, let isComplete):
      encoder.write(UInt8(12))
      encoder.write(branches)
      encoder.write(isComplete)
    }
  }

  init(from decoder: inout FactsDecoder) throws(PackDamage) {
    let offset = try decoder.number()
    let form: Form
    switch try decoder.byte() {
    case 0: form = .expression(try decoder.value())
    case 1:
      form = .declare(
        try decoder.value(), type: try decoder.optional(), value: try decoder.optional(), isLet: try decoder.flag())
    case 2: form = .function(try decoder.value())
    case 3: form = .condition(try decoder.list(), then: try decoder.list(), otherwise: try decoder.list())
    case 4: form = .ensure(try decoder.list(), otherwise: try decoder.list())
    case 5: form = .choose(try decoder.value(), try decoder.list())
    case 6: form = .loop(try decoder.value())
    case 7: form = .perform(try decoder.list(), catches: try decoder.list())
    case 8: form = .later(try decoder.list())
    case 9: form = .leave(try decoder.optional())
    case 10: form = .raise(try decoder.value())
    case 11: form = .jump(try decoder.raw())
    case 12: form = .compiled(try decoder.list(), isComplete: try decoder.flag())
    default: throw PackDamage()
    }
    self.init(form, at: offset)
  }
}

extension Pattern: Packed {
  func pack(into encoder: inout FactsEncoder) {
    encoder.write(names)
    encoder.write(expression)
  }

  init(from decoder: inout FactsDecoder) throws(PackDamage) {
    self.init(names: try decoder.list(), expression: try decoder.optional())
  }
}

extension Condition: Packed {
  func pack(into encoder: inout FactsEncoder) {
    switch self {
    case .holds(let inner):
      encoder.write(UInt8(0))
      encoder.write(inner)
    case .bind(let name, let value):
      encoder.write(UInt8(1))
      encoder.write(name)
      encoder.write(value)
    case .matches(let pattern, let value):
      encoder.write(UInt8(2))
      encoder.write(pattern)
      encoder.write(value)
    case .available(let text):
      encoder.write(UInt8(3))
      encoder.write(text)
    }
  }

  init(from decoder: inout FactsDecoder) throws(PackDamage) {
    switch try decoder.byte() {
    case 0: self = .holds(try decoder.value())
    case 1: self = .bind(try decoder.text(), try decoder.optional())
    case 2: self = .matches(try decoder.value(), try decoder.value())
    case 3: self = .available(try decoder.text())
    default: throw PackDamage()
    }
  }
}

extension Case: Packed {
  func pack(into encoder: inout FactsEncoder) {
    encoder.write(patterns)
    encoder.write(filter)
    encoder.write(body)
    encoder.write(offset)
  }

  init(from decoder: inout FactsDecoder) throws(PackDamage) {
    self.init(
      patterns: try decoder.list(), filter: try decoder.optional(), body: try decoder.list(),
      offset: try decoder.number())
  }
}

extension Loop: Packed {
  func pack(into encoder: inout FactsEncoder) {
    encoder.write(pattern)
    encoder.write(sequence)
    encoder.write(conditions)
    encoder.write(body)
    encoder.write(isRepeat)
  }

  init(from decoder: inout FactsDecoder) throws(PackDamage) {
    self.init(
      pattern: try decoder.optional(), sequence: try decoder.optional(), conditions: try decoder.list(),
      body: try decoder.list(), isRepeat: try decoder.flag())
  }
}

extension Catch: Packed {
  func pack(into encoder: inout FactsEncoder) {
    encoder.write(pattern)
    encoder.write(body)
    encoder.write(offset)
  }

  init(from decoder: inout FactsDecoder) throws(PackDamage) {
    self.init(pattern: try decoder.optional(), body: try decoder.list(), offset: try decoder.number())
  }
}

extension Branch: Packed {
  func pack(into encoder: inout FactsEncoder) {
    encoder.write(condition)
    encoder.write(body)
  }

  init(from decoder: inout FactsDecoder) throws(PackDamage) {
    self.init(condition: try decoder.text(), body: try decoder.list())
  }
}
