print("homescreen")
