//! The memory that a host and this crate share: blocks that the host fills or reads, and this crate owns. A host passes numbers;
//! each is looked up among the blocks, so that a wrong one leads to no other memory, and none is followed as a pointer.

use std::collections::BTreeMap;

/// How many bytes an address has where the host reads one in a block.
const ADDRESS: usize = size_of::<usize>();

/// Where a block begins, and how many of its bytes are meant.
pub type BlockPlace = (usize, usize);

/// The blocks that exist, by their addresses.
#[derive(Debug, Default)]
pub struct HostMemory {
    blocks: BTreeMap<usize, Vec<u8>>,
}

impl HostMemory {
    /// A block of zeros, and its address; `None` without memory for it. It is at least one byte long, so that each has an
    /// address of its own.
    pub fn reserve(&mut self, size: usize) -> Option<usize> {
        let mut block = Vec::new();
        block.try_reserve_exact(size.max(1)).ok()?;
        block.resize(size.max(1), 0);
        Some(self.add(block))
    }

    /// A block with this content.
    pub fn put(&mut self, mut content: Vec<u8>) -> BlockPlace {
        let size = content.len();
        if content.is_empty() {
            content.push(0);
        }
        content.shrink_to_fit();
        (self.add(content), size)
    }

    fn add(&mut self, block: Vec<u8>) -> usize {
        let at = block.as_ptr().addr();
        self.blocks.insert(at, block);
        at
    }

    /// Frees the block at this address, if there is one of this size.
    pub fn free(&mut self, at: usize, size: usize) {
        if self.blocks.get(&at).is_some_and(|it| it.len() == size.max(1)) {
            self.blocks.remove(&at);
        }
    }

    /// Bytes that lie in one block; `None` for any others.
    pub fn bytes(&self, (at, size): BlockPlace) -> Option<&[u8]> {
        if size == 0 {
            return Some(&[]);
        }
        let (start, block) = self.blocks.range(..=at).next_back()?;
        block.get(at - start..)?.get(..size)
    }

    /// The same, to write to.
    pub fn bytes_mut(&mut self, (at, size): BlockPlace) -> Option<&mut [u8]> {
        let (start, block) = self.blocks.range_mut(..=at).next_back()?;
        block.get_mut(at - start..)?.get_mut(..size)
    }

    /// A block with the address and the size of another one, as structs of C are: `{ uint8_t *data; uint32_t size; }`.
    pub fn handle_of(&mut self, (at, size): BlockPlace) -> Option<usize> {
        let size = u32::try_from(size).ok()?;
        let mut content = at.to_le_bytes().to_vec();
        content.extend(size.to_le_bytes());
        Some(self.put(content).0)
    }

    /// What a handle leads to.
    pub fn of_handle(&self, handle: usize) -> Option<BlockPlace> {
        let (at, rest) = self.bytes((handle, ADDRESS + size_of::<u32>()))?.split_first_chunk::<ADDRESS>()?;
        let size = u32::from_le_bytes(*rest.first_chunk()?);
        Some((usize::from_le_bytes(*at), size as usize))
    }

    /// Frees a handle and what it leads to.
    pub fn free_handle(&mut self, handle: usize) {
        if let Some((at, size)) = self.of_handle(handle) {
            self.free(at, size);
            self.free(handle, ADDRESS + size_of::<u32>());
        }
    }

    /// Whether the host has freed everything.
    pub fn is_empty(&self) -> bool {
        self.blocks.is_empty()
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::HostMemory;

    #[test]
    fn only_bytes_of_one_block_are_read() {
        let mut memory = HostMemory::default();
        let at = memory.reserve(8).unwrap();
        memory.bytes_mut((at, 8)).unwrap().copy_from_slice(b"abcdefgh");
        assert_eq!(memory.bytes((at + 2, 3)), Some(&b"cde"[..]));
        assert_eq!(memory.bytes((at + 8, 0)), Some(&b""[..]));
        for wrong in [(at, 9), (at + 8, 1), (at - 1, 1), (0, 1), (usize::MAX, 1), (at, usize::MAX)] {
            assert_eq!(memory.bytes(wrong), None, "{wrong:?}");
        }
    }

    #[test]
    fn a_block_is_freed_by_its_address_and_size() {
        let mut memory = HostMemory::default();
        let (at, none) = (memory.reserve(8).unwrap(), memory.reserve(0).unwrap());
        for (at, size) in [(at, 7), (at + 1, 8), (0, 0)] {
            memory.free(at, size);
            assert!(memory.bytes((at, 1)).is_some() || at == 0);
        }
        memory.free(at, 8);
        memory.free(at, 8);
        assert_eq!(memory.bytes((at, 1)), None);
        memory.free(none, 0);
        assert!(memory.is_empty());
        assert_eq!(memory.reserve(usize::MAX), None);
    }

    #[test]
    fn a_handle_leads_to_its_block() {
        let mut memory = HostMemory::default();
        let place = memory.put(b"text".to_vec());
        let handle = memory.handle_of(place).unwrap();
        assert_eq!(memory.of_handle(handle), Some(place));
        assert_eq!(memory.of_handle(handle + 1), None);
        memory.free_handle(handle + 1);
        memory.free_handle(handle);
        memory.free_handle(handle);
        assert!(memory.is_empty());
    }
}
