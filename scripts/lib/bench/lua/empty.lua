-- BLOCKS blocks of COUNT scenarios with only a trivial assertion. busted also runs this file.
for block = 1, BLOCKS do
  describe("nothing, block " .. block, function()
    for number = 1, COUNT do
      it("is true, number " .. number, function() assert.is_true(true) end)
    end
  end)
end
